const OPEN_DELAY_MS = 700;
/** Within this time after a tooltip has closed, the next one opens without delay. */
const SKIP_DELAY_MS = 300;

let lastClosed = Number.NEGATIVE_INFINITY;

/** Decides when a tooltip shows (COMM-01: after 700 ms, or at once within 300 ms of the previous one). */
export class TooltipTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOpen = false;

  constructor(
    private readonly setOpen: (isOpen: boolean) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  openSoon(): void {
    clearTimeout(this.timer);
    if (this.now() - lastClosed <= SKIP_DELAY_MS) this.openNow();
    else this.timer = setTimeout(() => this.openNow(), OPEN_DELAY_MS);
  }

  openNow(): void {
    clearTimeout(this.timer);
    this.isOpen = true;
    this.setOpen(true);
  }

  close(): void {
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    this.isOpen = false;
    lastClosed = this.now();
    this.setOpen(false);
  }
}
