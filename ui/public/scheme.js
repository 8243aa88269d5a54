// Sets the colour scheme before the first paint, so that a dark page never flashes white.
(() => {
  let chosen = null;
  try {
    // What was chosen in this browser, else for every device.
    chosen =
      localStorage.getItem('mantine-color-scheme-value') ??
      localStorage.getItem('marketdeck.shared.color-scheme');
  } catch {
    // Storage may be forbidden; the system's scheme then decides.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
