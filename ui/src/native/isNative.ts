interface WithBridge {
  Capacitor?: { isNativePlatform?: () => boolean };
}

/**
 * Whether the page runs inside a native wrapper. Capacitor's shell puts its bridge into the page
 * before the first script of the page runs, so that nobody else has to load its code (D13).
 */
export function isNative(view: object = window): boolean {
  return (view as WithBridge).Capacitor?.isNativePlatform?.() === true;
}
