// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const load = (id) => JSON.parse($(id).textContent);
  const points = load("data-points");
  const cycles = load("data-cycles");
  const order = load("data-order");
  const SVG = "http://www.w3.org/2000/svg";
  const CELLS = [["area", "LUT equivalents"], ["lut", "LUT"], ["ff", "FF"], ["dsp", "DSP"], ["bram36", "BRAM36"]];

  const make = (name, attributes = {}, ...children) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const html = (name, ...children) => {
    const node = document.createElement(name);
    node.append(...children);
    return node;
  };
  const words = (value) => (Number.isInteger(value) ? String(value) : value.toPrecision(4).replace(/\.?0+$/, ""));
  const colour = (core) => `var(--c${Math.max(0, order.core.indexOf(core)) % 8})`;

  // ---- light and dark ----

  const theme = $("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const label = () => {
    theme.textContent = isDark() ? "Light" : "Dark";
    theme.setAttribute("aria-label", `Switch to ${isDark() ? "light" : "dark"} colours`);
    theme.setAttribute("aria-pressed", String(isDark()));
  };
  const kept = (value) => {
    try {
      if (value) localStorage.setItem("twiddle-theme", value);
      return localStorage.getItem("twiddle-theme");
    } catch {
      return null;
    }
  };
  if (["light", "dark"].includes(kept())) document.documentElement.dataset.theme = kept();
  theme.addEventListener("click", () => {
    kept((document.documentElement.dataset.theme = isDark() ? "light" : "dark"));
    label();
  });
  dark.addEventListener("change", label);
  label();

  // ---- axes: logarithmic where all values are positive and far apart ----

  const scale = (values, from, to, binary) => {
    let low = Math.min(...values);
    let high = Math.max(...values);
    const log = low > 0 && high / low > 3;
    if (log) [low, high] = [low / 1.25, high * 1.25];
    else {
      const pad = (high - low || high || 1) * 0.08;
      [low, high] = [low === 0 ? 0 : Math.max(0, low - pad), high + pad];
    }
    const turn = log ? Math.log : (value) => value;
    const at = (value) => from + ((turn(value) - turn(low)) / (turn(high) - turn(low))) * (to - from);
    const ticks = [];
    if (binary) for (let value = 1; value <= high; value *= 2) ticks.push(value);
    else if (log) {
      const steps = high / low < 30 ? [1, 1.5, 2, 3, 5, 7] : high / low < 300 ? [1, 2, 5] : [1, 3];
      for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
        for (const step of steps) ticks.push(Number((step * 10 ** power).toPrecision(3)));
    } else {
      const rough = (high - low) / 5;
      const unit = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].map((each) => each * unit).find((each) => each >= rough);
      for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push(Number(value.toPrecision(6)));
    }
    return { at, low, high, ticks: ticks.filter((value) => value >= low && value <= high) };
  };

  const SHAPES = [
    (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    (x, y, r) => `M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`,
    (x, y, r) => `M${x} ${y - 1.2 * r}L${x + 1.2 * r} ${y + r}H${x - 1.2 * r}z`,
    (x, y, r) => `M${x} ${y + 1.2 * r}L${x + 1.2 * r} ${y - r}H${x - 1.2 * r}z`,
    (x, y, r) => `M${x - r / 2} ${y - 1.2 * r}h${r}v${0.7 * r}h${0.7 * r}v${r}h${-0.7 * r}v${0.7 * r}h${-r}v${-0.7 * r}h${-0.7 * r}v${-r}h${0.7 * r}z`,
    (x, y, r) => `M${x - 1.3 * r} ${y}l${0.6 * r} ${-1.1 * r}h${1.4 * r}l${0.6 * r} ${1.1 * r}l${-0.6 * r} ${1.1 * r}h${-1.4 * r}z`,
  ];
  const shape = (kind, x, y, size) => SHAPES[kind % SHAPES.length](x, y, size);

  // ---- a plot: marks {x, y, to, range, kind, fill, label, show, open}, lines {points, name, label}; one tab stop, arrows move,
  // Escape ends what a mark shows in the box beside it, which then has its hint again ----

  const hints = new Map([...document.querySelectorAll(".shown")].map((box) => [box.id, [...box.childNodes]]));

  const plot = (box, marks, lines, titles, name) => {
    const shown = $(`${box.id}-shown`);
    const hint = () => shown.replaceChildren(...hints.get(shown.id));
    const on = box.querySelector(".mark.on")?.dataset.key;
    const held = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    box.querySelector("svg.chart")?.remove();
    if (!marks.length) {
      box.querySelector("p.empty")?.remove();
      const empty = html("p", titles.empty);
      empty.className = "empty";
      box.append(empty);
      hint();
      return;
    }
    box.querySelector("p.empty")?.remove();
    const width = Math.max(260, box.clientWidth);
    const height = width < 500 ? 340 : 430;
    const [left, right, top, bottom] = [58, width - 14, 24, height - 44];
    const across = scale([...marks.map((mark) => mark.x), ...(titles.across || [])], left, right, titles.binary);
    const up = scale([...marks.flatMap((mark) => [mark.y, mark.to ?? mark.y, ...(mark.range ?? [])]), ...(titles.up || [])], bottom, top);
    const svg = make("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, height, role: "group", "aria-label": name });
    let last = -99;
    for (const value of across.ticks) {
      const x = across.at(value);
      svg.append(make("line", { class: "tick", x1: x, x2: x, y1: top, y2: bottom }));
      if (x - last < 44) continue;
      last = x;
      svg.append(make("text", { x, y: bottom + 16, "text-anchor": "middle" }, words(value)));
    }
    last = 9999;
    for (const value of up.ticks) {
      const y = up.at(value);
      svg.append(make("line", { class: "tick", x1: left, x2: right, y1: y, y2: y }));
      if (last - y < 15) continue;
      last = y;
      svg.append(make("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, words(value)));
    }
    svg.append(make("path", { class: "axis", fill: "none", d: `M${left} ${top}V${bottom}H${right}` }));
    svg.append(make("text", { x: right, y: height - 8, "text-anchor": "end" }, titles.x));
    svg.append(make("text", { x: 4, y: 12 }, titles.y));
    // A name or less of it beside its mark, where it covers nothing: first below and to the left, where a front has no marks.
    const taken = marks.map((mark) => [across.at(mark.x) + (mark.dodge || 0), up.at(mark.y)]).map(([x, y]) => [x - 8, x + 8, y - 8, y + 8]);
    const place = (kind, names, of) => {
      const [x, y] = [across.at(of.x), up.at(of.y)];
      for (const name of names)
        for (const [side, row] of [[-1, y + 17], [1, y + 17], [-1, y - 8], [1, y - 8]]) {
          const [near, far] = [x + 9 * side, x + side * (9 + 6 * name.length)];
          const [from, to] = side < 0 ? [far, near] : [near, far];
          if (from < left || to > right || row > bottom - 3 || taken.some(([l, r, t, b]) => l < to && from < r && t < row + 3 && row - 11 < b)) continue;
          taken.push([from, to, row - 11, row + 3]);
          svg.append(make("text", { class: kind, x: near, y: row, "text-anchor": side < 0 ? "end" : "start" }, name));
          return;
        }
    };
    for (const line of lines) {
      const at = ([x, y]) => `${across.at(x).toFixed(1)} ${up.at(y).toFixed(1)}`;
      const step = (one, i) => (i ? `${line.stairs ? `L${at([one[0], line.points[i - 1][1]])}` : ""}L${at(one)}` : `M${at(one)}`);
      const d = line.points.map(step).join("");
      svg.append(make("path", { class: line.name, d }, make("title", {}, line.title)));
      const [x, y] = line.points[line.points.length - 1];
      if (line.label) place("line", [line.label], { x, y });
    }
    for (const mark of marks) {
      if (mark.to === undefined) continue;
      const [x, end] = [across.at(mark.x) + (mark.dodge || 0), up.at(mark.to)];
      svg.append(make("path", { class: "reach", d: `M${x} ${up.at(mark.y)}V${end}M${x - 4} ${end}h8`, style: `stroke:${mark.fill}` }));
    }
    for (const mark of marks) {
      if (!mark.range || mark.range[0] === mark.range[1]) continue;
      const [x, from, to] = [across.at(mark.x), ...mark.range.map(up.at)];
      svg.append(make("path", { class: "range", d: `M${x - 4} ${from}h8m-4 0V${to}m-4 0h8`, style: `stroke:${mark.fill}` }));
    }
    const sorted = [...marks].sort((a, b) => a.x - b.x || (a.dodge || 0) - (b.dodge || 0) || a.y - b.y);
    const nodes = sorted.map((mark) => {
      const d = shape(mark.kind, across.at(mark.x) + (mark.dodge || 0), up.at(mark.y), 6);
      const node = make("path", { d, class: mark.others ? "mark others" : "mark", tabindex: -1, role: mark.open ? "link" : "img", "aria-label": mark.label });
      if (!mark.others) node.style.fill = mark.fill;
      node.dataset.key = mark.key;
      if (mark.record) node.dataset.record = mark.record;
      return node;
    });
    const show = (index) => {
      nodes.forEach((node, i) => {
        node.classList.toggle("on", i === index);
        node.setAttribute("tabindex", i === index ? 0 : -1);
      });
      sorted[index].show();
    };
    nodes.forEach((node, index) => {
      node.addEventListener("mouseenter", () => show(index));
      node.addEventListener("focus", () => show(index));
      node.addEventListener("click", (event) => {
        node.focus();
        if (event.pointerType !== "touch") sorted[index].open?.();
      });
      node.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        const next = event.key === "Home" ? 0 : event.key === "End" ? nodes.length - 1 : index + (step || 0);
        if (event.key === "Escape") {
          hint();
          node.classList.remove("on");
        } else if (event.key === "Enter") sorted[index].open?.();
        else if (next === index) return;
        else nodes[(next + nodes.length) % nodes.length].focus();
        event.preventDefault();
      });
    });
    nodes[0].setAttribute("tabindex", 0);
    for (const mark of sorted) if (mark.name) place("name", [mark.name, mark.name.split(", ").slice(0, 2).join(", ")], mark);
    svg.append(...nodes);
    box.append(svg);
    const again = sorted.findIndex((mark) => mark.key === on);
    if (again >= 0) show(again);
    else hint();
    nodes.find((node) => held !== null && node.dataset.key === held)?.focus();
  };

  const keys = (box, entries) => {
    box.querySelector(".keys")?.remove();
    const list = html("ul");
    list.className = "keys";
    for (const [text, kind, fill] of entries) {
      const icon = make("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" }, make("path", { d: shape(kind, 7, 7, 5) }));
      icon.firstChild.setAttribute("style", fill ? `fill:${fill}` : "fill:none;stroke:var(--soft);stroke-width:2");
      list.append(html("li", icon, text));
    }
    box.prepend(list);
  };

  const options = (select, entries, chosen) => {
    const before = chosen ?? select.value;
    select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
    if (entries.some(([value]) => value === before)) select.value = before;
  };
  const most = (values) => {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
  };

  // ---- records ----

  const rows = [...document.querySelectorAll("#record-table tbody tr")];
  const open = (id) => {
    const row = $(id);
    row.hidden = false;
    for (let around = row.querySelector("details"); around; around = around.parentElement.closest("details")) around.open = true;
    location.hash = id;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#r-"]');
    if (!link) return;
    event.preventDefault();
    open(link.getAttribute("href").slice(1));
  });
  if (location.hash.startsWith("#r-") && $(location.hash.slice(1))?.querySelector("details")) open(location.hash.slice(1));

  // ---- area and time ----

  const scatter = $("scatter");
  const drawScatter = () => {
    if (!scatter) return;
    const wanted = { ring: $("filter-ring").value, core: $("filter-core").value, target: $("filter-target").value };
    const passes = (of) => Object.entries(wanted).every(([key, value]) => !value || of[key].split(" ").includes(value));
    const chosen = points.filter(passes);
    const counted = chosen.flatMap((point) => Object.keys(point.cycles));
    // From rings to parameter sets or back, which have no operation in common.
    const other = chosen.every((point) => point.key) || points.some((point) => point.key && point.cycles[$("axis-op").value]);
    if (other && counted.length && !counted.includes($("axis-op").value))
      $("axis-op").value = ["mul", "decaps", "verify"].find((name) => counted.includes(name)) ?? counted[0];
    const operation = $("axis-op").value;
    const [xKey, yKey] = [$("axis-x").value, $("axis-y").value];
    const value = (point) => {
      const found = point.cycles[operation];
      if (!found) return null;
      if (yKey === "micros") return point.mhz && found.interval !== null ? found.interval / point.mhz : null;
      return found[yKey];
    };
    const drawn = chosen.map((point) => ({ point, x: point[xKey], y: value(point) })).filter((each) => each.y !== null);
    const text = { x: $("axis-x").selectedOptions[0].text, y: $("axis-y").selectedOptions[0].text };
    const marks = drawn.map(({ point, x, y }) => ({
      x, y, key: point.key ?? point.id, record: point.path,
      kind: order.core.indexOf(point.core),
      fill: colour(point.core),
      range: yKey === "micros" ? point.spread.map((mhz) => point.cycles[operation].interval / mhz) : null,
      label: `${point.words}, ${point.ring}, ${point.target}: ${words(x)} ${text.x}, ${words(y)} ${text.y}`,
      open: () => open(point.id),
      show: () => showRecord(point),
    }));
    const groups = new Map();
    for (const each of drawn) {
      const key = `${each.point.ring}, ${each.point.target}`;
      groups.set(key, [...(groups.get(key) || []), each]);
    }
    const lines = [...groups].map(([key, all]) => {
      const front = all.filter((one) => !all.some((two) => two.x <= one.x && two.y <= one.y && (two.x < one.x || two.y < one.y)));
      front.sort((a, b) => a.x - b.x);
      const label = ["ring", "target"].filter((each) => !wanted[each]).map((each) => front[0].point[each]).join(", ");
      for (const each of front) each.front = true;
      return { name: "front", stairs: true, title: `Pareto front: ${key}`, label, points: front.map((each) => [each.x, each.y]) };
    });
    if (lines.length > 6) for (const line of lines) line.label = "";
    if (lines.length === 1) marks.forEach((mark, i) => { if (drawn[i].front) mark.name = drawn[i].point.words; });
    headline(drawn, text, Object.values(wanted).filter(Boolean));
    const there = (key) => order[key].filter((name) => drawn.some(({ point }) => point[key] === name));
    keys(scatter, [
      ...there("core").map((name) => [name, order.core.indexOf(name), colour(name)]),
    ]);
    const rated = order.target.filter((name) => points.some((point) => point.target === name && point.mhz !== null));
    text.empty = yKey === "micros" ? `No record that passes the filters has a clock rate; ${rated.join(", ")} have.` : "No record has both of these figures.";
    plot(scatter, marks, lines, text, `${text.y} against ${text.x}`);
    table($("scatter-table"), [["record"], ["ring"], ["target"], [text.x, true], [text.y, true], ["front"]], drawn.sort((a, b) => a.x - b.x).map((each) => {
      const link = html("a", each.point.words);
      link.href = `#${each.point.id}`;
      return [link, each.point.ring, each.point.target, each.x, each.y, each.front ? "yes" : "-"];
    }));
    const left = chosen.length - drawn.length;
    $("scatter-left-out").textContent = `${drawn.length} of ${points.length} records drawn.` + (left ? ` ${left} more match the filters, but lack the operation or a clock rate.` : "");
    for (const row of rows) row.hidden = !passes(row.dataset);
    $("record-count").textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} records.`;
  };
  const table = (of, columns, lines) => {
    const cell = (name, index, content) => {
      const node = html(name, typeof content === "number" ? words(content) : content);
      if (typeof content === "number") node.dataset.value = content;
      if (columns[index][1]) node.className = "number";
      if (name === "th") node.scope = content === columns[index][0] ? "col" : "row";
      return node;
    };
    of.tHead.rows[0].replaceChildren(...columns.map(([title], index) => cell("th", index, title)));
    of.tBodies[0].replaceChildren(...lines.map((line) => html("tr", ...line.map((content, index) => cell(index ? "td" : "th", index, content)))));
  };
  // The least in each axis, in words.
  const headline = (drawn, text, where) => {
    const least = (key) => drawn.reduce((best, each) => (best && best[key] <= each[key] ? best : each), null);
    const best = (key, title) => `${title}: ${words(least(key)[key])} (${least(key).point.words})`;
    $("scatter-headline").textContent = drawn.length
      ? `${[...where, $("axis-op").selectedOptions[0].text].join(", ")}. Least ${best("x", text.x)}. Least ${best("y", text.y)}.`
      : "";
  };
  const showRecord = (point) => {
    const cells = `${point.lut} LUT, ${point.ff} FF, ${point.dsp} DSP, ${point.bram36} BRAM36`;
    const rate = point.mhz === null ? "no clock rate, area only" : `${point.clock} MHz`;
    const counts = Object.entries(point.cycles).map(([name, found]) => `${name} ${found.interval}${found.busy === null ? "" : ` (busy ${found.busy})`}`);
    const link = html("a", point.path);
    link.href = `#${point.id}`;
    $("scatter-shown").replaceChildren(
      html("p", html("strong", point.words), `, ${point.ring}, ${point.target}`),
      html("p", `${cells}; ${rate}`),
      html("p", `Interval in cycles: ${counts.join(", ")}`),
      html("p", link),
    );
  };
  const reset = () => {
    scatter.querySelector(".mark.on")?.classList.remove("on");
    const first = (name, all) => (all.includes(name) ? name : most(all));
    const rated = points.filter((point) => point.mhz !== null);
    const of = rated.length ? rated : points;
    const ring = first("ml-kem", of.map((point) => point.ring));
    $("filter-ring").value = ring;
    $("filter-target").value = first("ecp5", of.filter((point) => point.ring === ring).map((point) => point.target));
    $("filter-core").value = "";
    const operations = Object.keys(points.reduce((all, point) => ({ ...all, ...point.cycles }), {}));
    options($("axis-op"), operations.map((name) => [name, name.toUpperCase()]), first("mul", of.flatMap((point) => Object.keys(point.cycles))));
    options($("axis-x"), CELLS, "area");
    options($("axis-y"), [["interval", "interval, cycles"], ["latency", "latency, cycles"], ["busy", "busy, cycles"], ["micros", "time, \u00b5s"]], rated.length ? "micros" : "interval");
    drawScatter();
  };
  if (scatter) {
    for (const id of ["filter-ring", "filter-core", "filter-target", "axis-op", "axis-x", "axis-y"]) $(id).addEventListener("change", drawScatter);
    $("reset").addEventListener("click", reset);
    reset();
  }

  // ---- cycles against butterflies ----

  const cyclesPlot = $("cycles-plot");
  const drawCycles = () => {
    const [of, operation] = [$("cycles-ring").value, $("cycles-op").value];
    const drawn = cycles.points.filter((point) => point.ring === of && point[operation]);
    const cores = order.core.filter((name) => drawn.some((point) => point.core === name));
    const dodge = (point) => {
      const beside = drawn.filter((other) => other.butterflies === point.butterflies);
      return 15 * (beside.indexOf(point) - (beside.length - 1) / 2);
    };
    const limit = (count) => cycles.work[of] / count;
    const marks = drawn.map((point) => {
      const found = point[operation];
      const title = point.words;
      const lines = [
        `${found.cycles} cycles with ${point.butterflies} butterflies`,
        `${(found.cycles / limit(point.butterflies)).toFixed(2)} times the limit of ${words(limit(point.butterflies))}`,
      ];
      if (point.core) lines.push(`interval ${found.interval}, fill ${found.fill}, latency ${found.latency}${found.busy === null ? "" : `, busy ${found.busy}`}`);
      return {
        x: point.butterflies, y: found.cycles, to: found.fill, key: `${of} ${title} ${point.butterflies}`, kind: Math.max(0, order.core.indexOf(point.core)),
        dodge: dodge(point), others: !point.core, fill: colour(point.core), label: `${title}: ${lines.join("; ")}`,
        show: () => $("cycles-plot-shown").replaceChildren(html("p", html("strong", title), `, ${of}`), ...lines.map((line) => html("p", line))),
      };
    });
    const counts = drawn.map((point) => point.butterflies);
    const ends = counts.length ? [Math.min(...counts), Math.max(...counts)] : [];
    const line = { name: "limit", title: `Limit: ${cycles.work[of]} / butterflies`, label: "limit", points: [] };
    for (let count = ends[0]; count < ends[1]; count *= 1.2) line.points.push([count, limit(count)]);
    if (ends.length) line.points.push([ends[1], limit(ends[1])]);
    keys(cyclesPlot, [...cores.map((name) => [name, order.core.indexOf(name), colour(name)]), ...(drawn.some((point) => !point.core) ? [["others", 0, null]] : [])]);
    plot(cyclesPlot, marks, [line], { x: "butterflies", y: "cycles", up: ends.map(limit), binary: true, empty: "No core has this." }, `Cycles of ${operation} against butterflies, ${of}`);
    for (const row of $("cycles-table").querySelectorAll("tbody tr")) row.hidden = row.cells[0].textContent !== of;
  };
  options($("cycles-ring"), Object.keys(cycles.work).map((name) => [name, name]));
  for (const id of ["cycles-ring", "cycles-op"]) $(id).addEventListener("change", drawCycles);
  drawCycles();

  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    drawScatter();
    drawCycles();
  });

  // ---- below each plot: the drawing as SVG, with its styles inside, and its table as CSV ----

  const STYLES = "fill fill-opacity stroke stroke-width stroke-dasharray opacity paint-order vector-effect text-anchor font-family font-size font-style font-weight".split(" ");
  const alone = (svg) => {
    const copy = svg.cloneNode(true);
    const copies = [copy, ...copy.querySelectorAll("*")];
    [svg, ...svg.querySelectorAll("*")].forEach((node, i) => {
      for (const { name } of [...copies[i].attributes]) if (/^(class|style|tabindex|role|aria-.*|data-.*)$/.test(name)) copies[i].removeAttribute(name);
      if (["svg", "g", "title"].includes(node.localName)) return;
      const style = getComputedStyle(node);
      for (const name of STYLES) copies[i].setAttribute(name, style.getPropertyValue(name));
    });
    return copy;
  };
  const drawing = (within) => {
    const around = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const svgs = [...within.querySelectorAll("svg")].map((node) => [node, node.getBoundingClientRect()]);
    const labels = [...within.querySelectorAll(".keys li, .bars > span > span")].map((node) => [node, around(node.lastChild)]);
    const rects = [...svgs, ...labels].map(([, rect]) => rect);
    const [left, top] = ["left", "top"].map((side) => Math.min(...rects.map((rect) => rect[side])));
    const [width, height] = [Math.max(...rects.map((rect) => rect.right)) - left, Math.max(...rects.map((rect) => rect.bottom)) - top];
    const found = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
    found.append(make("rect", { width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor }));
    for (const [svg, rect] of svgs) {
      const copy = alone(svg);
      for (const [key, value] of Object.entries({ x: rect.left - left, y: rect.top - top, width: rect.width, height: rect.height, overflow: "visible" })) copy.setAttribute(key, value);
      found.append(copy);
    }
    for (const [label, rect] of labels) {
      const { color, fontFamily, fontSize } = getComputedStyle(label);
      found.append(make("text", { x: rect.left - left, y: rect.top - top + 0.78 * rect.height, fill: color, "font-family": fontFamily, "font-size": fontSize }, label.textContent));
    }
    return new XMLSerializer().serializeToString(found);
  };
  const csv = (table) => {
    const entry = (cell) => {
      const text = cell.dataset.value ?? cell.textContent.trim();
      return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text === "-" ? "" : text;
    };
    return [...table.rows].filter((row) => !row.hidden).map((row) => `${[...row.cells].map(entry).join(",")}\n`).join("");
  };
  for (const within of document.querySelectorAll("[data-save]")) {
    const table = within.querySelector("table");
    const files = [["svg", "image/svg+xml", () => drawing(within)], ["csv", "text/csv", () => csv(table)]];
    const links = files.map(([kind, type, text]) => {
      const link = html("a", kind.toUpperCase());
      link.href = "data:,";
      link.download = `twiddle-${within.dataset.save}.${kind}`;
      link.setAttribute("aria-label", `${kind.toUpperCase()} of ${within.dataset.save}`);
      link.addEventListener("click", () => (link.href = `data:${type};charset=utf-8,${encodeURIComponent(text())}`));
      return link;
    });
    const line = html("p", "Download: ", links[0], ", ", links[1]);
    line.className = "save";
    table.closest("details").before(line);
  }

  // ---- in print nothing is folded ----

  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll("details.fold:not([open])")];
    for (const part of unfolded) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of unfolded) part.open = false;
  });
})();
