import { CopyText } from './CopyText';

interface Props {
  /** A full URL, or a path on this server. */
  address: string;
  /** The kind of text, within a sentence: 'kiosk link'. */
  what: string;
  /** Its subject, for the button's accessible name. */
  of: string;
}

/** An address of this server, with a button that copies the full URL. */
export function CopyAddress({ address, what, of }: Props) {
  return <CopyText text={new URL(address, location.href).href} shown={address} what={what} of={of} />;
}
