import type { ChartPoint } from '~/chart/series';
import { timeSpan } from '~/chart/timeTicks';
import { formatPercent } from '~/market/format';
import { rangeLabel } from '~/market/locale';
import { formatExactTime } from '~/market/time';
import { serverNow } from '~/state/clock';
import { pointsWithin } from '../placeView';
import { sharpCopy } from './sharpCopy';
import type { ShownChart } from './shownChart';

/** Sizes in CSS pixels. */
const PADDING = 24;
const HEAD = 60;
const FOOT = 28;
/** Height of each further line of the sentence. */
const LINE = 18;
const SENTENCE_FONT = '400 13px';

/** Texts over or next to the canvas; the picture shows them at the same position and in the same style. */
const TEXTS = '[data-pane] > *, [data-mark], [data-text]';

/** The least resolution of a picture: sharp on a good screen and in print. */
const MIN_SCALE = 2;

/** The chart as a picture: the canvas with pane titles, below what it shows and above the time of the export. */
export function pictureOf(shown: ShownChart, panel: HTMLElement): Promise<Blob> {
  const chartCanvas = panel.querySelector('canvas');
  if (!chartCanvas) throw new Error('nothing to draw');
  const canvasRect = chartCanvas.getBoundingClientRect();
  const scale = Math.max(MIN_SCALE, devicePixelRatio);
  const picture = document.createElement('canvas');
  const ctx = picture.getContext('2d');
  if (!ctx) throw new Error('a canvas cannot be drawn on');
  const style = getComputedStyle(panel);
  const [title, sentence] = headOf(shown, panel);
  ctx.font = `${SENTENCE_FONT} ${style.fontFamily}`;
  const sentenceLines = wrapped(sentence, (text) => ctx.measureText(text).width <= canvasRect.width);
  const head = HEAD + (sentenceLines.length - 1) * LINE;
  picture.width = Math.round((canvasRect.width + 2 * PADDING) * scale);
  picture.height = Math.round((canvasRect.height + head + FOOT + 2 * PADDING) * scale);
  ctx.scale(scale, scale);
  const color = (name: string) => style.getPropertyValue(`--md-${name}`).trim();
  const write = (text: string, x: number, y: number, font: string, textColor: string) => {
    ctx.font = `${font} ${style.fontFamily}`;
    ctx.fillStyle = textColor;
    ctx.fillText(text, x, y);
  };
  ctx.fillStyle = color('surface');
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.textBaseline = 'top';
  write(title, PADDING, PADDING, '620 18px', color('text-1'));
  for (const [index, line] of sentenceLines.entries())
    write(line, PADDING, PADDING + 28 + index * LINE, SENTENCE_FONT, color('text-2'));
  ctx.drawImage(sharpCopy(chartCanvas, scale), PADDING, PADDING + head, canvasRect.width, canvasRect.height);
  const [left, top] = [PADDING - canvasRect.left, PADDING + head - canvasRect.top];
  for (const element of panel.querySelectorAll<HTMLElement>(TEXTS)) {
    const box = element.getBoundingClientRect();
    const { fontWeight, fontSize, color } = getComputedStyle(element);
    const text = element.innerText.trim();
    if (!text || box.width === 0) continue;
    ctx.textBaseline = 'middle';
    write(text, box.left + left, box.top + top + box.height / 2, `${fontWeight} ${fontSize}`, color);
  }
  ctx.textBaseline = 'bottom';
  const origin = shown.ticker.source === 'sample' ? 'Marketdeck, sample data' : 'Marketdeck';
  const exportTime = formatExactTime(new Date(serverNow()).toISOString());
  write(
    `${origin}, ${exportTime}`,
    PADDING,
    PADDING + head + canvasRect.height + FOOT,
    '400 12px',
    color('text-3'),
  );
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be exported'))),
      'image/png',
    );
  });
}

/** Returns the title and the sentence of a picture. A comparison names all its tickers, their changes and the range. */
export function headOf(shown: ShownChart, panel: HTMLElement): [title: string, sentence: string] {
  const { ticker, compared, timeframe, series, view } = shown;
  const [own, ...others] = compared ?? [];
  if (!own || others.length === 0)
    return [`${ticker.name} (${ticker.symbol})`, panel.querySelector('footer p')?.textContent ?? ''];
  const part = view && pointsWithin(series, view);
  const range = part ? timeSpan(part, timeframe) : rangeLabel(timeframe);
  const { points } = series;
  const index = part ? points.indexOf(part.at(-1) as ChartPoint) : points.length - 1;
  const changes = [own, ...others].map(
    ({ symbol, percents }) => `${symbol} ${formatPercent(percents[index])}`,
  );
  return [
    `${own.symbol} vs ${others.map(({ symbol }) => symbol).join(', ')} · ${range} %`,
    changes.join(', '),
  ];
}

/** Splits a text into lines that fit. */
export function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && !fits(longer)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
