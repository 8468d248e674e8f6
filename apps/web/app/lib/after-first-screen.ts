import { loadPart } from './load-part.ts';

/** A slow answer holds back what can do without it no longer than this. */
const longestWaitMilliseconds = 3_000;

let resolveShown = (): void => undefined;
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that the screen the member came for has what it asked for. Only the first time counts. */
export const noteFirstScreen = (): void => {
  // Safari has no idle callbacks.
  (globalThis.requestIdleCallback ?? setTimeout)(resolveShown);
};

/** Resolves when the first screen is shown and the browser has nothing else to do, or has waited long enough. */
export const afterFirstScreen = (): Promise<void> => {
  timer ??= setTimeout(resolveShown, longestWaitMilliseconds);
  return shown;
};

/** Fetches code of what stands beside the screen or works behind it: after what the member came for. */
export const loadLaterPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  await afterFirstScreen();
  return loadPart(load, { isUnseen: true });
};
