import type { Board } from '~/api/types';
import { basePath } from '~/paths';
import { CopyAddress } from '~/widgets/CopyAddress';

/** The kiosk link of a board. */
export function KioskAddress({ board: { name, title } }: { board: Board }) {
  return <CopyAddress address={`${basePath()}board/${name}?kiosk`} what="kiosk link" of={title} />;
}
