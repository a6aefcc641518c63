// Sends events of a page. <script src="sluice.js" data-url="https://events.acme.example/v1/collect/web_shop?key=pk_…"></script>
// sluice.common = { consent: … } holds the fields of every event; sluice('page_view', { … }) sends one.
{
  const { url } = document.currentScript.dataset
  window.sluice = (event_name, fields) => {
    const body = JSON.stringify({
      event_id: crypto.randomUUID(),
      event_time: new Date(),
      action_source: 'web',
      page_url: location.href,
      page_referrer: document.referrer,
      page_title: document.title,
      ...sluice.common,
      ...fields,
      event_name,
    })
    // A beacon is sent although the page is being left. It is plain text, so the browser asks for no permission first.
    if (!navigator.sendBeacon(url, body)) void fetch(url, { method: 'POST', body, credentials: 'include' })
  }
}
