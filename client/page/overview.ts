import type { Chart, Choice, FromPage, Overview, TenantOverview } from "../extension/overview/page.js";

/** Provided by VS Code to every webview. */
declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const code = acquireVsCodeApi();
const main = document.querySelector("#overview") ?? document.body;

/** Draws what the extension sends, and restores the focus. */
window.addEventListener("message", ({ data }: MessageEvent<Overview>) => {
  const focused = document.activeElement?.getAttribute("data-place");
  const tenants = data.tenants.map((tenant, at) => tenantSection(tenant, at));
  main.replaceChildren(element("h1", data.title), ...(data.nothing === "" ? tenants : [element("p", data.nothing)]));
  if (focused) document.querySelector<HTMLElement>(`[data-place="${focused}"]`)?.focus();
});
code.postMessage({ kind: "ready" });

function tenantSection({ name, summary, numbers, next, charts }: TenantOverview, tenant: number): HTMLElement {
  const section = element("section");
  section.append(element("h2", name), element("p", summary));
  if (next) section.append(buttonFor(next.choice, [tenant, "next"], "main", next.title));
  const counts = numbers.map((number, at) => {
    const button = buttonFor(number.choice, [tenant, "number", at], "number");
    button.append(withClass(element("b", formatCount(number.value)), "value"), ` ${number.name}`);
    return button;
  });
  section.append(withClass(element("div"), "numbers", counts));
  section.append(
    withClass(
      element("div"),
      "charts",
      charts.map((chart, at) => figureOf(chart, [tenant, at])),
    ),
  );
  return section;
}

function figureOf(chart: Chart, place: Place): HTMLElement {
  const { title, nothing, note, hint, labels, series } = chart;
  const figure = element("figure");
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(...totals);
  const caption = element("figcaption");
  caption.append(element("h3", title));
  figure.append(caption);
  if (note) figure.append(buttonFor(note.choice, [...place, "note"], "note", note.text));
  if (most === 0) {
    figure.append(element("p", nothing));
    return figure;
  }
  const lines = labels.map((_, at) => lineOf(chart, at, totals[at] ?? 0, most, place));
  figure.append(legendOf(chart), withClass(element("div"), "lines", lines), element("p", hint), tableOf(chart));
  return figure;
}

/**
 * The label, a bar of one part for each series, and the count. All of it is one button, with others for the parts. Tab
 * stops once at each line, and arrow keys lead to its parts.
 */
function lineOf(chart: Chart, at: number, total: number, most: number, place: Place): HTMLElement {
  const { labels, series, lines, parts, limit } = chart;
  const [label = "", choice] = [labels[at], lines[at]];
  const line = withClass(element("div"), "line");
  if (limit?.at === at) line.append(withClass(element("div", limit.label), "limit"));
  if (total > 0 && choice) {
    const whole = buttonFor(choice, [...place, at], "whole");
    whole.ariaLabel = `${label}: ${formatCount(total)}`;
    line.append(whole);
    if (parts) makeToolbar(line, label);
  }
  const drawn = series.flatMap(({ name, tone, values }, index) => {
    const value = values[at] ?? 0;
    if (value === 0) return [];
    const ofPart = parts?.[at]?.[index];
    const part = ofPart
      ? buttonFor(ofPart, [...place, at, index], `bar ${tone}`)
      : withClass(element("span"), `bar ${tone}`);
    part.title = `${label}, ${name}: ${formatCount(value)}`;
    if (ofPart) Object.assign(part, { ariaLabel: part.title, tabIndex: -1 });
    part.style.width = `${(value / most) * 100}%`;
    return [part];
  });
  const words = [
    element("span", label),
    withClass(element("div"), "track", drawn),
    element("span", formatCount(total)),
  ];
  for (const word of [words[0], words[2]]) if (word) word.ariaHidden = "true";
  line.append(...words);
  return line;
}

/** How far each key leads along the buttons of a line. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/** Lets arrow keys move the focus among the buttons of a line, as in any toolbar. */
function makeToolbar(line: HTMLElement, label: string): void {
  line.role = "toolbar";
  line.ariaLabel = label;
  line.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const buttons = [...line.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement) + step;
    buttons[Math.min(Math.max(at, 0), buttons.length - 1)]?.focus();
    event.preventDefault();
  });
}

function formatCount(value: number): string {
  return new Intl.NumberFormat(document.documentElement.lang).format(value);
}

function legendOf({ series }: Chart): HTMLElement {
  const items = series.map(({ name, tone }) => {
    const item = element("li", name);
    item.prepend(withClass(element("span"), `bar ${tone}`));
    return item;
  });
  const list = withClass(element("ul"), "legend", series.length > 1 ? items : []);
  list.ariaHidden = "true";
  return list;
}

/** The chart as a table, for screen readers. */
function tableOf({ title, labelTitle, labels, series }: Chart): HTMLElement {
  return withClass(element("table"), "heard", [
    element("caption", title),
    rowOf("th", [labelTitle, ...series.map(({ name }) => name)]),
    ...labels.map((label, at) => rowOf("td", [label, ...series.map(({ values }) => formatCount(values[at] ?? 0))])),
  ]);
}

function rowOf(kind: "th" | "td", cells: readonly string[]): HTMLElement {
  const row = element("tr");
  row.append(...cells.map((cell, at) => element(at === 0 ? "th" : kind, cell)));
  return row;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function withClass<Made extends HTMLElement>(made: Made, name: string, children: readonly HTMLElement[] = []): Made {
  made.className = name;
  made.append(...children);
  return made;
}

/** Identifies a button, so that the one drawn in its place later gets its focus. */
type Place = readonly (number | string)[];

function buttonFor(choice: Choice, place: Place, kind: string, text = ""): HTMLButtonElement {
  const button = withClass(element("button", text), kind);
  button.setAttribute("data-place", place.join());
  button.addEventListener("click", () => {
    code.postMessage({ kind: "choose", choice });
  });
  return button;
}
