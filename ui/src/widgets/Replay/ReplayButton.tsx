/** Opens or closes the replay of the day. */
export function ReplayButton({
  isReplaying,
  onChange,
  className,
  withText = true,
}: {
  isReplaying: boolean;
  onChange: (isReplaying: boolean) => void;
  className: string | undefined;
  /** Without the text, the button has only its icon. */
  withText?: boolean;
}) {
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isReplaying}
      aria-label={withText ? undefined : 'Replay'}
      title="Replay the day's prices, from the open to now"
      onClick={() => onChange(!isReplaying)}
    >
      <svg
        viewBox="0 0 24 24"
        width={18}
        height={18}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M4 5v5h5M4.7 9.5A8 8 0 1 1 4 13M12 8v4.5l3 2" />
      </svg>
      {withText && 'Replay'}
    </button>
  );
}
