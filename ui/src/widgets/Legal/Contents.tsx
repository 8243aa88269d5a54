import { useEffect, useId, useState } from 'react';
import classes from './Legal.module.css';

/** Table of contents, read from the page's headings. Buttons, because a `#` link would leave the base path. */
export function Contents() {
  const id = useId();
  const [chapters, setChapters] = useState<HTMLElement[]>([]);
  useEffect(() => setChapters([...document.querySelectorAll<HTMLElement>('main section > h2')]), []);
  const go = (heading: HTMLElement) => {
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  };
  return (
    <nav className={classes.contents} aria-labelledby={id}>
      <h2 id={id}>On this page</h2>
      <ul>
        {chapters.map((heading) => (
          <li key={heading.id}>
            <button type="button" onClick={() => go(heading)}>
              {heading.textContent}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
