import { CopyText } from './CopyText';

interface Props {
  /** In full, or from the root of the server. */
  address: string;
  /** What it is, within a sentence: `kiosk link`. */
  what: string;
  /** Of what, for those who hear the button alone. */
  of: string;
}

/** An address of this server, with a button that copies it in full. */
export function CopyAddress({ address, what, of }: Props) {
  return <CopyText text={new URL(address, location.href).href} shown={address} what={what} of={of} />;
}
