import { BarChart, type BarChartCreatedEvent, type BarChartOptions, type BarDrawEvent } from "chartist";
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
  for (const [tenant, { charts }] of data.tenants.entries())
    for (const [chart, drawn] of charts.entries()) if (hasBars(drawn)) draw(drawn, [tenant, chart]);
  if (focused)
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement | SVGElement>(`[data-place="${focused}"]`)?.focus();
    });
});
code.postMessage({ kind: "ready" });

function tenantSection({ name, summary, next, charts }: TenantOverview, tenant: number): HTMLElement {
  const figures = charts.map((chart, at) => {
    const figure = element("figure");
    const caption = element("figcaption", chart.title);
    if (!hasBars(chart)) {
      figure.append(caption, element("p", chart.nothing));
      return figure;
    }
    const picture = element("div");
    picture.id = `chart-${tenant}-${at}`;
    picture.className = chart.horizontal ? "horizontal" : "vertical";
    // In pixels: the axis, and 24 for each horizontal bar.
    picture.style.height = `${chart.horizontal ? 34 + chart.labels.length * 24 : 220}px`;
    figure.append(caption, legendOf(chart), picture, element("p", chart.hint), tableOf(chart));
    return figure;
  });
  const section = element("section");
  const row = element("div");
  row.className = "charts";
  row.append(...figures);
  section.append(element("h2", name), element("p", summary));
  if (next) {
    const button = element("button", next.title);
    offer(button, [tenant], next.choice);
    section.append(button);
  }
  section.append(row);
  return section;
}

function draw(chart: Chart, place: readonly [number, number]): void {
  const { labels, shortLabels = labels, series, choices, horizontal, limit } = chart;
  const amount = { onlyInteger: true, labelInterpolationFnc: formatCount, scaleMinSpace: 30 };
  const drawn = new BarChart(
    `#chart-${place.join("-")}`,
    // Horizontal bars are drawn from the bottom up.
    { labels: ordered(shortLabels, horizontal), series: series.map(({ values }) => ordered(values, horizontal)) },
    {
      stackBars: true,
      horizontalBars: horizontal,
      chartPadding: { top: 16, right: 24, bottom: 0, left: 0 },
      axisX: horizontal ? amount : { showGrid: false },
      axisY: horizontal ? { offset: 150, showGrid: false } : amount,
    } satisfies BarChartOptions,
  );
  drawn.on("draw", (event: BarDrawEvent | { readonly type: string }) => {
    if (event.type !== "bar") return;
    const { element: line, seriesIndex, index } = event as BarDrawEvent;
    const at = horizontal ? labels.length - 1 - index : index;
    const one = series[seriesIndex];
    const choice = choices[at]?.[seriesIndex];
    const value = one?.values[at] ?? 0;
    if (!one || !choice || value === 0) {
      line.remove();
      return;
    }
    const words = `${labels[at] ?? ""}, ${one.name}: ${formatCount(value)}`;
    line.attr({ class: `ct-bar ${one.tone}`, role: "button", tabindex: 0, "aria-label": words });
    offer(line.getNode(), [...place, at, seriesIndex], choice);
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = words;
    line.getNode().append(title);
  });
  drawn.on("created", ({ svg, chartRect }: BarChartCreatedEvent) => {
    const node = svg.getNode();
    node.setAttribute("role", "group");
    node.setAttribute("aria-label", chart.title);
    if (!limit) return;
    const x = chartRect.x1 + (chartRect.width() / labels.length) * limit.at;
    svg.elem("line", { x1: x, x2: x, y1: chartRect.y2, y2: chartRect.y1 }, "limit");
    const isLate = limit.at > labels.length / 2;
    svg
      .elem("text", { x: x + (isLate ? -4 : 4), y: chartRect.y2 - 4, "text-anchor": isLate ? "end" : "start" }, "limit")
      .text(limit.label);
  });
}

function hasBars({ series }: Chart): boolean {
  return series.some(({ values }) => values.some((value) => value > 0));
}

function formatCount(value: unknown): string {
  return new Intl.NumberFormat(document.documentElement.lang).format(Number(value));
}

function ordered<Value>(values: readonly Value[], reversed: boolean): Value[] {
  return reversed ? values.toReversed() : [...values];
}

function legendOf({ series }: Chart): HTMLElement {
  const list = element("ul");
  list.className = "legend";
  list.ariaHidden = "true";
  if (series.length > 1)
    list.append(
      ...series.map(({ name, tone }) => {
        const item = element("li", name);
        item.className = tone;
        return item;
      }),
    );
  return list;
}

/** The chart as a table, for screen readers. */
function tableOf({ title, labelTitle, labels, series }: Chart): HTMLElement {
  const table = element("table");
  table.className = "heard";
  table.append(
    element("caption", title),
    rowOf("th", [labelTitle, ...series.map(({ name }) => name)]),
    ...labels.map((label, at) => rowOf("td", [label, ...series.map(({ values }) => formatCount(values[at] ?? 0))])),
  );
  return table;
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

/**
 * Makes an element post a choice.
 * @param place identifies the element, so that the one drawn in its place later gets its focus.
 */
function offer(button: Element, place: readonly number[], choice: Choice): void {
  const choose = () => {
    code.postMessage({ kind: "choose", choice });
  };
  button.setAttribute("data-place", place.join());
  button.addEventListener("click", choose);
  button.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose();
  });
}
