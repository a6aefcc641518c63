"""Posts one event with Python's standard library. Raises HTTPError if it is not accepted."""

import json
import os
import urllib.request

event = {"user_id": "u-1815", "content_name": "The Analytical Engine", "content_type": "article"}
request = urllib.request.Request(
    f"{os.environ['BASE']}/v1/topics/view_content",
    data=json.dumps(event).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Content-Type": "application/json",
    },
    method="POST",
)
with urllib.request.urlopen(request, timeout=10) as response:
    print(response.read().decode())
