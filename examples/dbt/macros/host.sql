{#- The host of a URL without `www.`; NULL for a text that is not a URL. -#}
{% macro host(url) -%}
  REGEXP_REPLACE(NET.HOST({{ url }}), r'^www\.', '')
{%- endmacro %}
