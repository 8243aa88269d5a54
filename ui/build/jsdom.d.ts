/** What the build uses of jsdom, which brings no types. */
declare module 'jsdom' {
  import type { Context } from 'node:vm';

  export type DOMWindow = Window & typeof globalThis;

  export class VirtualConsole {
    on(event: 'error', listener: (...told: unknown[]) => void): this;
    on(event: 'jsdomError', listener: (error: Error) => void): this;
  }

  export class JSDOM {
    constructor(
      html: string,
      options: {
        url: string;
        pretendToBeVisual: boolean;
        runScripts: 'outside-only';
        virtualConsole: VirtualConsole;
        beforeParse: (window: DOMWindow) => void;
      },
    );
    readonly window: DOMWindow;
    getInternalVMContext(): Context;
  }
}
