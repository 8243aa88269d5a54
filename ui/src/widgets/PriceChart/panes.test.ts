import { expect, test } from 'vitest';
import { plainStyle } from '~/chart/datasets';
import type { Palette } from '~/chart/palette';
import { pricePane } from './panes';

const palette = {
  ...{ surface: '#fff', text3: '#555', hairline: '#eee' },
  ...{ up: 'green', down: 'red', upLine: 'light green', downLine: 'light red' },
} as Palette;

const tagOf = (trend: 'up' | 'down' | null) =>
  pricePane({
    ...{ visible: { first: 0, last: 1 }, isLog: false, prices: [1, 2], style: plainStyle('#000', 1) },
    ...{ bars: undefined, indicators: [], trend, previousClose: null, closeName: '', day: null },
    ...{ decimals: 2, palette, own: null, drawnLevels: undefined },
  }).levels?.[0]?.tag;

test('the tag of the last price has the color of its series, or a neutral one', () => {
  expect(tagOf('down')).toMatchObject({ text: '2.00', background: 'red' });
  expect(tagOf('up')).toMatchObject({ background: 'green' });
  expect(tagOf(null)).toMatchObject({ background: '#555' });
});
