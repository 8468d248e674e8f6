import { type ClientFrame, maxFrameBytes, type ServerFrame, type ServerFrameOf } from '@commons/contract/live';
import { isCancelledError } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, isPassingError } from './api-error.ts';
import { nextTask } from './lazy.ts';

/** What brings something up to date. A promise that is rejected asks to be called again. */
type CatchUp = () => void | Promise<unknown>;

/** What a feature does with frames, and what it fetches again when some may have been missed. */
export type LiveFeature = {
  frames?: { [Type in ServerFrame['type']]?: (frame: ServerFrameOf<Type>) => void };
  /** Called once for each change that the page follows, whether a frame told of it or the answer to its own call. */
  changes?: { [Type in ServerFrame['type']]?: (change: Omit<ServerFrameOf<Type>, 'type'>) => void };
  /** Called each time the socket opens, the first time too: what was read before may be out of date. */
  onOpened?: readonly CatchUp[];
  /** Called when the socket opens again after a gap. */
  onReconnected?: readonly CatchUp[];
};

const features = new Set<LiveFeature>();

/** Registers a feature; answers the function that takes it out again. */
export const registerLive = (feature: LiveFeature): (() => void) => {
  features.add(feature);
  return () => void features.delete(feature);
};

/** Handles a frame as it comes: that the server keeps to the contract is tested there. */
export const receiveFrame = (data: unknown): void => {
  try {
    const frame = JSON.parse(String(data)) as ServerFrame;
    // A newer server may speak of things this page does not know yet.
    for (const { frames } of [...features])
      (frames?.[frame.type] as ((frame: ServerFrame) => void) | undefined)?.(frame);
  } catch (error) {
    reportError(error);
  }
};

/** For the feature that follows a change: tells the others, which show the same thing elsewhere. */
export const tellChange = <Type extends ServerFrame['type']>(
  type: Type,
  change: Omit<ServerFrameOf<Type>, 'type'>,
): void => {
  for (const { changes } of [...features]) changes?.[type]?.(change);
};

const firstRetryMilliseconds = 1_000;
const maxRetryMilliseconds = 30_000;

let openings = 0;

/** Catches up, again after a failure that may pass, until the socket opens anew: then it begins anew, too. */
const runCatchUp = async (catchUp: CatchUp, feature: LiveFeature): Promise<void> => {
  const opening = openings;
  const isWantedStill = () => opening === openings && features.has(feature);
  await nextTask();
  for (let attempt = 0; isWantedStill(); attempt += 1) {
    try {
      await catchUp();
      return;
    } catch (error) {
      if (!isPassingError(error)) {
        if (!(error instanceof ApiError) && !isCancelledError(error)) reportError(error);
        return;
      }
      const milliseconds = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** attempt);
      await new Promise((resolve) => setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2)));
    }
  }
};

/** The socket is open: everything that may be out of date is fetched again. */
export const catchUpAll = ({ isAgain }: { isAgain: boolean }): void => {
  openings += 1;
  for (const feature of features) {
    const runs = [...(feature.onOpened ?? []), ...(isAgain ? (feature.onReconnected ?? []) : [])];
    for (const catchUp of runs) void runCatchUp(catchUp, feature);
  }
};

/** The open socket; null while there is none. */
export type LiveSocket = { isOpen: () => boolean; send: (text: string) => void; reopen: () => void };
let socket: LiveSocket | null = null;

/** For `live-socket.ts`, which alone opens and closes it. */
export const setLiveSocket = (next: LiveSocket | null): void => {
  socket = next;
};

let isCut = false;
const cutListeners = new Set<() => void>();
const subscribeToCut = (listener: () => void): (() => void) => {
  cutListeners.add(listener);
  return () => void cutListeners.delete(listener);
};

/** For `live-socket.ts`: whether frames do not arrive at the moment. */
export const noteCut = (isNowCut: boolean): void => {
  isCut = isNowCut;
  for (const listener of cutListeners) listener();
};

/** Whether the live connection broke off: what only frames tell, such as who is here, may be untrue since. */
export const useIsCut = (): boolean => useSyncExternalStore(subscribeToCut, () => isCut);

/** The server refuses a frame above 16 KiB by closing the socket; UTF-8 takes at most three bytes for a UTF-16 unit. */
const maxFrameUnits = Math.floor(maxFrameBytes / 3);

/** Sends a frame. Answers false, having sent nothing, when the socket is not open or the frame is too large. */
export const sendFrame = (frame: ClientFrame): boolean => {
  if (!socket?.isOpen()) return false;
  const text = JSON.stringify(frame);
  if (text.length > maxFrameUnits) return false;
  socket.send(text);
  return true;
};

/** Lets go of a socket that is open in name alone, and opens another. */
export const reopenLive = (): void => {
  if (socket?.isOpen()) socket.reopen();
};
