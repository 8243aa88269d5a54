import { PathIcon } from '~/components/Icon';

/** Icons of this page only, on a 24-unit grid. */
const SHAPES = {
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  envelope: 'M4 6h16v12H4zM4.5 7l7.5 6 7.5-6',
  phone: 'M8 3h8v18H8zM11 18h2',
  bell: 'M6 10a6 6 0 1 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7ZM10 20.5a2.3 2.3 0 0 0 4 0',
  hook: 'M12 9.5a3 3 0 1 0-2.6-1.5L6.5 13.5M6.5 19a2.75 2.75 0 1 0 0-5.5M9.2 16.2h8M17.5 19a2.75 2.75 0 1 0-2-4.7L12.5 9',
  program: 'M4 5h16v14H4zM7.5 9.5l3 2.5-3 2.5M12.5 15h4',
  broker: 'M5 19a14 14 0 0 0-1-1M4 12a8 8 0 0 1 8 8M4 5.5A14.5 14.5 0 0 1 18.5 20',
} as const;

export type ChannelIconName = keyof typeof SHAPES;

/** The icon of a channel kind or a delivery method. */
export function ChannelIcon({ name, size = 18 }: { name: ChannelIconName; size?: number }) {
  return <PathIcon path={SHAPES[name]} size={size} />;
}

/** The icon for a channel's kind and delivery method. */
export function iconOf(kind: string | null, carries: string | null): ChannelIconName {
  if (kind === 'command') return 'program';
  if (kind === 'mqtt') return 'broker';
  if (carries === 'email') return 'envelope';
  if (carries === 'sms') return 'phone';
  return kind === 'webhook' ? 'hook' : 'bell';
}
