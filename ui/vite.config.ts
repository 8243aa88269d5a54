import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { inlineScripts } from './build/inlineScripts.ts';
import { pageFiles } from './build/pageFiles.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/serviceWorker.ts';

const server = process.env.MARKETDECK_URL ?? 'http://127.0.0.1:8080';

const PLAIN = ['src/**/*.test.{ts,tsx}', 'worker/**/*.test.ts'];
/** Tests that need a document. */
const DOM = ['src/**/*.dom.test.{ts,tsx}'];

/** Fields of forms, which most pages load without. */
const FIELDS =
  /node_modules\/@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|CloseButton|InlineInput|Transition)\//;

/** What components of Mantine stand on: fields and layers, that is, for the frame of a page has none. */
const COMPONENT_BASE =
  /node_modules\/@mantine\/core\/esm\/(core\/(Box|styles-api|InlineStyles|factory)|components\/(UnstyledButton|Loader))\//;

/** Tables and heads of pages: a ticker's page, the largest of all, has neither. */
const TABLES =
  /src\/(components\/table\/(WideTable|sort|TableToolBar|ShowMore|useTableSort|useColumnChoice)|widgets\/PageHead\/PageHead|hooks\/rowClick)\./;

/** Asks several questions at once, which few pages do when they come. */
const SEVERAL_QUERIES =
  /@tanstack\/(query-core|react-query)\/.*\/(queriesObserver|useQueries)\.|src\/api\/useQueries\./;

/** Its index leads to tables and to single lines, of which a ticker's page has the latter. */
const TICKER_TABLES = /src\/widgets\/TickerTable\//;

/** Small parts that pages with lists and tabs share: one file instead of eight. */
const LISTS =
  /src\/(components\/(ViewSwitch|FilterChips|TabSwitch|Prose|Columns)|market\/breadth|widgets\/(ChangeBar|useBreadthFigures))\b/;

const ROUTER = './node_modules/react-router/dist/production';

/** What a line is drawn with that is no chart. */
const AXES =
  /src\/(chart\/(timeTicks|series|scale|viewport|frame|path|levelLabel)|widgets\/useDayName|hooks\/useSizeInRem)\./;

export default defineConfig({
  // Relative addresses: the server decides at run time under which path the app lives.
  base: './',
  plugins: [react(), inlineScripts(), pageFiles(), serviceWorker(), precompress()],
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./src', import.meta.url)),
      // Its package.json names the build with the warnings of development alone.
      ...(!process.env.VITEST && {
        'react-router/dom': fileURLToPath(new URL(`${ROUTER}/dom-export.mjs`, import.meta.url)),
        'react-router': fileURLToPath(new URL(`${ROUTER}/index.mjs`, import.meta.url)),
      }),
    },
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      // No getter of ours or of a library does anything but answer. Else every scale of chart.js would come along, for its defaults read a property.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            // A group takes along what its files import, unless a group of a higher priority has it.
            // The entry needs this alone, before the page is shown.
            { name: 'loader', test: /vite\/preload-helper/, priority: 6 },
            // React changes with an upgrade only, so a browser keeps it over releases.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 5,
            },
            { name: 'theme', test: /@mantine\/core\/esm\/core\/(MantineProvider|utils)\//, priority: 4.6 },
            { name: 'component-base', test: COMPONENT_BASE, priority: 4.5 },
            // What most pages load: one file compresses better than thirty small ones, and is asked for once.
            {
              name: 'common',
              test: (id) => [FIELDS, TABLES, TICKER_TABLES, SEVERAL_QUERIES].every((each) => !each.test(id)),
              minShareCount: 10,
              priority: 4,
            },
            { name: 'fields', test: FIELDS, priority: 3 },
            // What the frame of every page shares with charts, and what home draws its line with: neither brings a chart along.
            {
              name: 'frame',
              test: /src\/(routes|links)\.|market\/namedTickers|WhenSeen\.|shownWithoutScrolling|components\/layer\/Popup\.|use-computed-color-scheme|hooks\/(idle|usePrinting|useUrlChoice|useHasActed|afterPainting)\.|use-document-title|useShownQuotes|partsOf\./,
              priority: 3,
            },
            { name: 'tables', test: TABLES, priority: 2.8 },
            { name: 'several-queries', test: SEVERAL_QUERIES, priority: 2.7 },
            { name: 'axes', test: AXES, minShareCount: 2, priority: 2.6 },
            {
              name: 'chart',
              test: /src\/(chart\/(?!PointTable)|widgets\/PriceChart\/)|node_modules\/(chart\.js|@kurkle)\//,
              minShareCount: 3,
              priority: 2.5,
            },
            // Small parts that pages of one or several tickers share: one file instead of seven.
            {
              name: 'ticker-parts',
              test: /market\/(fearGreed|dividends|rangeShare)\.|FearGreedOrigin\.|NewsStory\.|WatchStar\.module|TickerLine\.|PageError\.|WideLayout\./,
              minShareCount: 2,
              priority: 2.4,
            },
            { name: 'lists', test: LISTS, priority: 2.35, includeDependenciesRecursively: false },
            {
              name: 'ticker-search',
              test: /widgets\/TickerSearch\/|use-debounced-value|focusFirstError/,
              minShareCount: 2,
              priority: 2.3,
              includeDependenciesRecursively: false,
            },
            // What opens above a page: a page loads all of it or none.
            {
              name: 'layers',
              test: /node_modules\/(@floating-ui|@mantine\/core\/esm\/components\/(Popover|Combobox|FocusTrap|Portal))/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    // The server compares Host with Origin: Vite's default, another Host, would have it refuse every change.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    globals: true,
    // Generous: a slow machine is no failure.
    testTimeout: 30_000,
    setupFiles: ['./src/test/setup.ts'],
    // The viewer's zone and language decide how dates read: the tests fix both.
    env: { TZ: 'America/New_York', LANG: 'en_US.UTF-8' },
    projects: [
      {
        extends: true,
        // Without a document nothing is left behind: the files share one, which takes a quarter of the time.
        test: { name: 'plain', environment: 'node', isolate: false, include: PLAIN, exclude: DOM },
      },
      { extends: true, test: { name: 'build', environment: 'node', include: ['build/**/*.test.ts'] } },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: DOM } },
    ],
  },
});
