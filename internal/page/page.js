// The steps of runs: the one that is chosen, its line, and what is known of values there.
const runs = [...document.querySelectorAll("[data-run]")].map(section => new Run(section));
let active = runs[0];

function Run(section) {
  const steps = [...section.querySelectorAll(".steps > li")];
  const where = section.querySelector("[data-where]");
  const table = section.querySelector("[data-values]");
  const list = section.querySelector(".steps");
  let at = -1;

  // values has the latest value of each thing, those of a call as long as it is open.
  function values(until) {
    const known = [];
    for (const step of steps.slice(0, until + 1)) {
      const depth = Number(step.dataset.depth);
      while (known.length > 0 && known[known.length - 1].depth > depth) known.pop();
      if (step.dataset.variable === undefined) continue;
      let frame = known.find(f => f.depth === depth);
      if (frame && frame.name !== step.dataset.function) { known.splice(known.indexOf(frame), 1); frame = undefined; }
      if (!frame) known.push(frame = { depth, name: step.dataset.function, all: new Map() });
      frame.all.set(step.dataset.variable, { value: step.dataset.value, isNew: step === steps[until] });
    }
    return known;
  }

  this.show = (to, quietly) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((s, i) => {
      s.classList.toggle("later", i > at);
      if (i === at) s.setAttribute("aria-current", "step"); else s.removeAttribute("aria-current");
    });
    where.textContent = `step ${at + 1} of ${steps.length}`;
    const rows = [];
    for (const frame of values(at).reverse()) for (const [name, v] of frame.all) {
      const row = document.createElement("tr");
      for (const text of [frame.name, name, v.value]) row.insertCell().textContent = text;
      row.classList.toggle("new", v.isNew);
      rows.push(row);
    }
    table.tBodies[0].replaceChildren(...rows);
    table.hidden = rows.length === 0;
    document.querySelectorAll("tr.here").forEach(r => r.classList.remove("here"));
    const line = document.getElementById(steps[at].dataset.to);
    if (line) {
      line.classList.add("here");
      line.closest("details").open = true;
      into(line.closest(".code"), line, quietly);
    }
    into(list, steps[at], quietly);
  };
  this.go = how => this.show({ first: 0, previous: at - 1, next: at + 1, last: steps.length - 1 }[how]);

  section.addEventListener("click", e => {
    active = this;
    const button = e.target.closest("[data-go]"), step = e.target.closest(".steps > li");
    if (button) this.go(button.dataset.go);
    else if (step) this.show(steps.indexOf(step));
  });
  section.addEventListener("focusin", () => { active = this; });
}

// into scrolls a box so that something in it is seen, and, unless it is to be quiet, the page where that is not enough.
function into(box, inner, quietly) {
  const outer = box.getBoundingClientRect(), r = inner.getBoundingClientRect();
  if (r.top < outer.top + 40 || r.bottom > outer.bottom - 40) box.scrollTop += r.top - outer.top - box.clientHeight / 2;
  if (quietly) return;
  const seen = inner.getBoundingClientRect();
  if (seen.top < 0 || seen.bottom > window.innerHeight) inner.scrollIntoView({ block: "center" });
}

const keys = { ArrowRight: "next", ArrowDown: "next", ArrowLeft: "previous", ArrowUp: "previous", Home: "first", End: "last" };
document.addEventListener("keydown", e => {
  if (!active || !(e.key in keys) || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || e.target.closest("input, summary")) return;
  const inList = e.target.closest(".steps");
  if (!inList && (e.key !== "ArrowRight" && e.key !== "ArrowLeft" || e.target.closest(".code"))) return;
  e.preventDefault();
  active.go(keys[e.key]);
});
for (const run of [...runs].reverse()) run.show(Infinity, true);

// A link to a line or a cell opens what it is in.
function open() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.closest("details");
  if (!details) return;
  details.open = true;
  target.scrollIntoView({ block: "center" });
}
window.addEventListener("hashchange", open);
open();

// The filters of a matrix.
const matrix = document.querySelector("[data-matrix]");
if (matrix) {
  const form = document.querySelector(".filters");
  const columns = [...matrix.tHead.rows[0].cells].slice(1);
  const cells = [...document.querySelectorAll("details.cell")];
  const filter = () => {
    const part = name => form.querySelector(`[data-filter=${name}]`).value.trim().toLowerCase();
    const program = part("program"), rule = part("rule");
    const kinds = new Set([...form.querySelectorAll("[data-kind]:checked")].map(b => b.dataset.kind));
    const wanted = columns.map(c => c.dataset.program.toLowerCase().includes(program));
    columns.forEach((c, i) => { c.hidden = !wanted[i]; });
    let shown = 0;
    for (const row of matrix.tBodies[0].rows) {
      let some = false;
      [...row.cells].slice(1).forEach((cell, i) => {
        const is = cell.dataset.kind !== undefined && kinds.has(cell.dataset.kind);
        cell.hidden = !wanted[i];
        cell.classList.toggle("off", !is);
        some ||= is && wanted[i];
      });
      row.hidden = !some || !row.dataset.rule.toLowerCase().includes(rule);
    }
    for (const c of cells) {
      c.hidden = !(kinds.has(c.dataset.kind) && c.dataset.program.toLowerCase().includes(program) && c.dataset.rule.toLowerCase().includes(rule));
      if (!c.hidden) shown++;
    }
    form.querySelector("[data-shown]").textContent = shown === 1 ? "1 cell" : `${shown} cells`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", e => e.preventDefault());
}
