/** Goes on in another task, so that the browser can answer to a person before. */
export const nextTask = (): Promise<void> => new Promise((goOn) => setTimeout(goOn));
