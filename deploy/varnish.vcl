# The site behind Varnish 7 with varnish-modules (xkey). It serves a site on 127.0.0.1:3000 that is started with
# TRUST_PROXY=127.0.0.1, PROXY_PURGE_URLS=http://127.0.0.1:8080 and the PUBLIC_URL that visitors use.
#
#   varnishd -F -f "$PWD/deploy/varnish.vcl" -a :8080 -s malloc,512m
#
# A page is cached as long as the site says (s-maxage). The site purges what has changed by its tags. A page that was
# seen before is served stale while the site cannot answer. TLS ends in front, in hitch or haproxy: add its address
# and PROXY as the protocol, as in -a 127.0.0.1:8443,PROXY.
# docs/proxies.md explains the keys.

vcl 4.1;

import directors;
import std;
import xkey;

# Varnish probes the port that visitors use, and the site serves this file from memory.
probe site_health {
  .url = "/robots.txt";
  .interval = 2s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend site_0 {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = site_health;
  .connect_timeout = 1s;
  # The site answers within 5 s, a stream later.
  .first_byte_timeout = 30s;
  .between_bytes_timeout = 30s;
}

# Who may purge: the machines of the site.
acl site_processes {
  "127.0.0.1";
  "::1";
}

sub vcl_init {
  new site = directors.round_robin();
  site.add_backend(site_0);
}

sub vcl_recv {
  set req.backend_hint = site.backend();

  if (req.method == "PURGE") {
    if (client.ip !~ site_processes) {
      return (synth(403, "Forbidden"));
    }
    # Soft: what is purged can still be served stale while the site cannot answer.
    set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
    return (synth(200, "Purged " + req.http.X-Purged));
  }

  if (req.restarts == 0) {
    # Nobody but this file decides on these.
    unset req.http.X-Serve-Stale;
    set req.http.X-Request-Id = req.xid;
    # client.ip is the visitor's, from the PROXY protocol if that is used.
    set req.http.X-Forwarded-For = client.ip;
    # Visitors start no traces.
    unset req.http.traceparent;
    if (req.method != "GET" && req.method != "HEAD") {
      return (pass);
    }

    # Most pages have three parameters. What else an address carries, such as utm_source, does not reach the site and
    # does not multiply the cache.
    if (req.url ~ "\?" && req.url !~ "^/(?i)(?:products|search|compare|documents|quote-list|enquiry|catalogue|images)(?:[/.?]|$)") {
      set req.url = regsuball(req.url, "(?<=[?&])(?!(?:lang|page|_data)=)[^&]*&?", "");
      set req.url = regsub(req.url, "[?&]+$", "");
    }

    # Of pictures only the width counts.
    if (req.url ~ "^/images/.*\?") {
      set req.url = regsuball(req.url, "(?<=[?&])(?!w=)[^&]*&?", "");
      set req.url = regsub(req.url, "[?&]+$", "");
    }

    # The first cookie `lang`, as the site reads it. The site gets the result in front of the visitor's own cookies,
    # so that what is stored under a language is in that language.
    if (req.http.Cookie ~ "^(?:(?!\s*lang=)[^;]*;)*\s*lang=En\s*(?:;|$)") {
      set req.http.X-Language = "En";
    } else {
      set req.http.X-Language = "Ar";
    }
    set req.http.Cookie = "lang=" + req.http.X-Language + "; " + req.http.Cookie;

    # Varnish itself knows only gzip, and Vary: Accept-Encoding is its own affair.
    if (req.http.Accept-Encoding ~ "(?i)(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)") {
      set req.http.X-Encoding = "br";
    } else {
      unset req.http.X-Encoding;
    }
    if (req.url ~ "^/images/") {
      if (req.http.Accept ~ "(?i)(?:^|[\s,])image/avif(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)") {
        set req.http.Accept = "image/avif";
      } else {
        set req.http.Accept = "image/webp";
      }
    }
  }

  # The site answers from memory, so a visitor waits for it and sees what is new. Only when it cannot answer does an
  # old copy serve, for as long as stale-if-error allows.
  if (std.healthy(req.backend_hint) && !req.http.X-Serve-Stale) {
    set req.grace = 0s;
  }
  return (hash);
}

sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.X-Language);
  if (req.http.X-Encoding) {
    hash_data(req.http.X-Encoding);
  }
  return (lookup);
}

sub vcl_backend_fetch {
  if (bereq.http.X-Encoding) {
    set bereq.http.Accept-Encoding = bereq.http.X-Encoding;
  }
  unset bereq.http.X-Encoding;
  unset bereq.http.X-Language;
  unset bereq.http.X-Serve-Stale;
}

sub vcl_backend_response {
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    # The stale copy stays.
    return (abandon);
  }
  if (beresp.status != 200 || beresp.http.Cache-Control ~ "(?:no-store|private)" || beresp.ttl <= 0s) {
    set beresp.uncacheable = true;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    # For that long, requests for it do not wait for one another. After an error the stale copy must be found.
    set beresp.ttl = 120s;
    if (beresp.status >= 500) {
      set beresp.ttl = 0s;
    }
    return (deliver);
  }
  # The language is in the key, and the cookie that ?lang= sets is the same for everybody.
  set beresp.http.X-Vary = beresp.http.Vary;
  set beresp.http.Vary = regsub(beresp.http.Vary, ",? *Cookie", "");
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  set beresp.grace = 1h;
  if (beresp.http.Cache-Control ~ "stale-if-error=\d") {
    set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 1h);
  }
  # With it an expired copy is asked for with If-None-Match.
  set beresp.keep = beresp.grace;
  return (deliver);
}

sub vcl_deliver {
  if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.X-Serve-Stale = "1";
    return (restart);
  }
  if (resp.http.X-Vary) {
    set resp.http.Vary = resp.http.X-Vary;
    unset resp.http.X-Vary;
  }
  unset resp.http.xkey;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  if (obj.uncacheable) {
    set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; fwd=bypass";
  } elsif (obj.hits > 0) {
    set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; hit";
  } else {
    set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; fwd=miss";
  }
  return (deliver);
}

sub vcl_synth {
  set resp.http.Cache-Control = "no-store";
  return (deliver);
}

# There is no copy, and no process of the site answers.
sub vcl_backend_error {
  set beresp.status = 503;
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "10";
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.uncacheable = true;
  synthetic({"<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>الموقع غير متاح مؤقتًا</title><style>:root{color-scheme:light dark}body{font:1.1rem/1.7 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style><h1>الموقع غير متاح مؤقتًا</h1><p>نعمل على إعادته إلى الخدمة. يُرجى المحاولة مرة أخرى بعد قليل.</p><div lang="en" dir="ltr"><h2>The site is temporarily unavailable</h2><p>We are working on it. Please try again in a moment.</p></div>"});
  return (deliver);
}
