"use strict";
// The page shows what the server sends each second. Names come from machines: they are text, never markup.
const history = new Map(); // answers a minute, by account, one for each message
const points = 300;

const row = (cells) => {
  const tr = document.createElement("tr");
  for (const cell of cells) {
    const td = document.createElement("td");
    td.textContent = cell;
    tr.append(td);
  }
  return tr;
};

const fill = (table, rows, nothing) => {
  const body = table.tBodies[0];
  if (rows.length === 0) {
    const tr = row([nothing]);
    tr.firstChild.colSpan = table.tHead.rows[0].cells.length;
    tr.firstChild.className = "none";
    body.replaceChildren(tr);
    return;
  }
  body.replaceChildren(...rows.map(row));
};

const ago = (seconds) => seconds < 90 ? Math.round(seconds) + " s" : seconds < 5400 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 3600) + " h";
const priorities = { "-1": "low", "0": "normal", "1": "high" };

const section = (account) => {
  for (const known of document.querySelectorAll(".account")) if (known.dataset.account === account) return known;
  const made = document.getElementById("account").content.firstElementChild.cloneNode(true);
  made.dataset.account = account;
  document.getElementById("accounts").append(made);
  return made;
};

const show = (s) => {
  const at = section(s.account ?? ""), is = (name) => at.querySelector(`[data-is=${name}]`), t = s.totals;
  is("account").textContent = s.account ?? "";
  is("account").hidden = !s.account;
  is("trouble").textContent = s.trouble ?? "";
  is("trouble").hidden = !s.trouble;
  const places = s.workers.reduce((n, w) => n + w.jobs, 0);
  is("workers").textContent = `${s.workers.length} (${places} places)`;
  is("queued").textContent = s.queued;
  is("working").textContent = s.working;
  is("per_minute").textContent = s.per_minute;
  is("answers").textContent = t.answers;
  is("stored").textContent = t.stored;
  const failures = t.failures + t.lost + t.rejected;
  is("failures").textContent = failures;
  is("failures").title = `${t.failures} could not begin, ${t.lost} given up, ${t.rejected} rejected`;
  is("failures").classList.toggle("bad", failures > 0);
  const o = t.outcomes;
  fill(is("outcomes"), [[o.pass, o.fail, o.unknown, o.killed, o.none, t.answers ? (t.seconds / t.answers).toFixed(2) : "-"]], "");
  fill(is("runs"), s.runs.map((r) => [r.client, priorities[r.priority], `${r.accepted} of ${r.asked}`, r.waiting, r.working, r.rejected, ago(r.seconds), r.version]), "no client asks");
  fill(is("list"), s.workers.map((w) => [w.name, w.running, w.jobs, w.done, w.failed, ago(w.silent) + " ago", w.version]), "no worker is there");
  const line = history.get(s.account) ?? [];
  line.push(s.per_minute);
  if (line.length > points) line.shift();
  history.set(s.account, line);
  const most = Math.max(1, ...line);
  at.querySelector("polyline").setAttribute("points", line.map((n, i) => `${points - line.length + i},${38 - 36 * n / most}`).join(" "));
};

const live = document.getElementById("live");
const events = new EventSource("events");
events.onmessage = (message) => {
  for (const s of JSON.parse(message.data)) show(s);
  live.textContent = "live";
  live.className = "";
};
events.onerror = () => {
  live.textContent = "the server does not answer; these figures are old";
  live.className = "lost";
};
