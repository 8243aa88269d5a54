const OPEN_MS = 700;
/** Within this time after one tooltip the next opens at once: somebody is reading them. */
const GROUP_MS = 300;

let lastClosed = Number.NEGATIVE_INFINITY;

/** When a tooltip shows (COMM-01: 700 ms until the first, none for the next within 300 ms). */
export class TooltipTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opened = false;

  constructor(
    private readonly show: (opened: boolean) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  openSoon(): void {
    clearTimeout(this.timer);
    if (this.now() - lastClosed <= GROUP_MS) this.openNow();
    else this.timer = setTimeout(() => this.openNow(), OPEN_MS);
  }

  openNow(): void {
    clearTimeout(this.timer);
    this.opened = true;
    this.show(true);
  }

  close(): void {
    clearTimeout(this.timer);
    if (!this.opened) return;
    this.opened = false;
    lastClosed = this.now();
    this.show(false);
  }
}
