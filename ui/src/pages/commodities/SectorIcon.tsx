import type { ReactNode } from 'react';
import classes from './CommoditiesPage.module.css';
import { emojiOf } from './sectors';

/**
 * COMM-01: the emoji of a sector, drawn as SVG, because a computer without an emoji font (such as a kiosk) would show
 * an empty box. The character itself is included as text.
 */
export function SectorIcon({ sector }: { sector: string }) {
  const emoji = emojiOf(sector);
  return (
    <span className={classes.icon}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {DRAWINGS[emoji]}
      </svg>
      <span>{emoji}</span>
    </span>
  );
}

const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  '⚡': <path fill="#f59e0b" d="M9.6.8 2.9 9h4.2l-1 6.2L13 7H8.7z" />,
  '🥇': (
    <>
      <path fill="#3b82f6" d="M3.6.8h3.2l1.9 4.4-2.3 1.5zM12.4.8H9.2L7.3 5.2l2.3 1.5z" />
      <circle cx="8" cy="10.4" r="4.9" fill="#f59e0b" />
      <circle cx="8" cy="10.4" r="3.6" fill="#fcd34d" />
      <path fill="#92400e" d="M6.9 9.2 8.4 8h.6v4.8H7.8V9.6l-.9.5z" />
    </>
  ),
  '🌾': (
    <>
      <path
        fill="none"
        stroke="#65a30d"
        strokeWidth="1.2"
        strokeLinecap="round"
        d="M3 15C5 11 8 7 12.6 3.4"
      />
      <path
        fill="#eab308"
        d="M15 1c-2.3.1-3.5 1-3.6 3.2C13.7 4.1 14.9 3 15 1zM9.2 2.8c-.6 2 0 3.2 1.6 4C11.5 4.9 11 3.6 9.2 2.8zM14.6 7.2c-1.7-1-3-.8-4 .7 1.7 1 3 .8 4-.7zM6.3 5.8c-.6 2 0 3.2 1.6 4C8.6 7.9 8.1 6.6 6.3 5.8zM12 10.4c-1.7-1-3-.8-4 .7 1.7 1 3 .8 4-.7z"
      />
    </>
  ),
  '🧱': (
    <path
      fill="#dc6b4a"
      d="M1 2.5h6.5V6H1zM8.5 2.5H15V6H8.5zM1 7h3v3.5H1zM5 7h6v3.5H5zM12 7h3v3.5h-3zM1 11.5h6.5V15H1zM8.5 11.5H15V15H8.5z"
    />
  ),
  '📊': (
    <>
      <path fill="#22c55e" d="M1.5 9h3.2v6H1.5z" />
      <path fill="#ef4444" d="M6.4 5h3.2v10H6.4z" />
      <path fill="#3b82f6" d="M11.3 1.5h3.2V15h-3.2z" />
    </>
  ),
};
