/** Stroke icons on a 24-unit grid, drawn for this project. */
const SHAPES = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.8-4.8',
  moon: 'M20 14.5A8.2 8.2 0 0 1 9.5 4a8.2 8.2 0 1 0 10.5 10.5Z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M5 19l1.7-1.7M17.3 6.7 19 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  bell: 'M6 10a6 6 0 1 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7ZM10 20.5a2.3 2.3 0 0 0 4 0',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  chart: 'M4 19h16M5 14l4-4 3 3 6-7',
  bolt: 'M13 3 5 13.5h6L10.5 21 19 10h-6.2L13 3Z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
  right: 'M9.5 6l6 6-6 6',
  down: 'M6 9.5l6 6 6-6',
  arrow: 'M5 12h14M13.5 6.5 19 12l-5.5 5.5',
  candles: 'M7 4v3M7 16v4M5 7h4v9H5zM17 3v5M17 14v6M15 8h4v6h-4z',
  layers: 'M8 8h11v11H8zM5 15V5h10',
  coins:
    'M9 10c3 0 5-1 5-2.5S12 5 9 5 4 6 4 7.5 6 10 9 10ZM4 7.5V15c0 1.5 2 2.5 5 2.5M14 7.5V10M15 15c3 0 5-1 5-2.3S18 10.5 15 10.5s-5 1-5 2.2 2 2.3 5 2.3ZM10 12.7V17c0 1.4 2 2.4 5 2.4s5-1 5-2.4v-4.3',
  percent:
    'M18 6 6 18M7.5 9a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM16.5 18a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  star: 'M12 4l2.4 5 5.6.7-4.1 3.9 1.1 5.4-5-2.7-5 2.7 1.1-5.4L4 9.7 9.6 9 12 4Z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13',
  edit: 'M5 19h4L19 9l-4-4L5 15v4Z',
  back: 'M19 12H5M10.5 6.5 5 12l5.5 5.5',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4v-9Z',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 7.8v.2',
  warning: 'M12 4 21 19.5H3L12 4ZM12 10v4.5M12 17v.2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  page: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  filter: 'M4 5h16l-6 7.5V19l-4-2v-4.5L4 5Z',
  external: 'M13 5h6v6M19 5l-8 8M17 14v5H5V7h5',
  expand: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  shrink: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  more: 'M5.5 12h.8M11.6 12h.8M17.7 12h.8',
  drag: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
} as const;

export type IconName = keyof typeof SHAPES;

interface Props extends Omit<PathIconProps, 'path'> {
  name: IconName;
}

interface PathIconProps {
  path: string;
  /** Size in px at the default font size. */
  size?: number;
  /** Fills the shape, for the active state. */
  filled?: boolean;
}

/** A decorative icon. The surrounding control must have an accessible name. */
export function Icon({ name, ...rest }: Props) {
  return <PathIcon path={SHAPES[name]} {...rest} />;
}

/** An icon whose path is passed in, for shapes used on a single page. */
export function PathIcon({ path, size = 18, filled = false }: PathIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={path} />
    </svg>
  );
}
