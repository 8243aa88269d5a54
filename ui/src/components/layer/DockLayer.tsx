import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../Icon';
import classes from './DockLayer.module.css';
import { LAYER_ATTRIBUTE, OPENED_BY } from './useFocusReturn';

interface Props {
  id: string;
  label: string;
  /** The element that the dock fills. */
  dock: HTMLElement;
  /** The id of the button that opened the layer. */
  openedBy: string;
  onClose: () => void;
  children: ReactNode;
}

/** The docked layer of a `Popup`: a non-modal dialog. Its button, × and Escape close it. */
export default function DockLayer({ id, label, dock, openedBy, onClose, children }: Props) {
  const body = useRef<HTMLDivElement>(null);
  return createPortal(
    <div
      id={`${id}-dropdown`}
      role="dialog"
      aria-label={label}
      className={classes.pane}
      data-docked
      {...{ [LAYER_ATTRIBUTE]: id, [OPENED_BY]: openedBy }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h3>{label}</h3>
        <button type="button" aria-label={`Close ${label.toLowerCase()}`} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <div ref={body}>
        <Suspense>
          {children}
          <FocusFirst container={body} />
        </Suspense>
      </div>
    </div>,
    dock,
  );
}

/** Focuses the first control once the content is rendered. */
function FocusFirst({ container }: { container: React.RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector);
    (find('[data-autofocus]') ?? find('input, select, button'))?.focus({ preventScroll: true });
  }, [container]);
  return null;
}
