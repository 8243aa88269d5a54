interface WithBridge {
  Capacitor?: { isNativePlatform?: () => boolean };
}

/**
 * Returns true inside a native wrapper. Capacitor's shell injects its bridge before the page's first script, so other
 * visitors don't load its code (D13).
 */
export function isNative(view: object = window): boolean {
  return (view as WithBridge).Capacitor?.isNativePlatform?.() === true;
}
