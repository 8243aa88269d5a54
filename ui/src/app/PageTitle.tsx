import { useDocumentTitle } from '@mantine/hooks';

/** Names the tab after the page; a page's own title, set later, wins. */
export function PageTitle({ title }: { title: string }) {
  useDocumentTitle(`${title} · Marketdeck`);
  return null;
}
