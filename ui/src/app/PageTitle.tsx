import { useDocumentTitle } from '@mantine/hooks';

/** Sets the document title. A page may replace it later. */
export function PageTitle({ title }: { title: string }) {
  useDocumentTitle(`${title} · Marketdeck`);
  return null;
}
