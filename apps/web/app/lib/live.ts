import { maxFrameBytes } from '@commons/contract/live';
import type { ClientFrame, ServerFrame, ServerFrameOf } from '@commons/contract/live/schemas';
import { isCancelledError } from '@tanstack/react-query';
import { ApiError, isTemporaryError } from './api-error.ts';
import { backoff, withJitter } from './backoff.ts';
import { createStore, useStore } from './store.ts';

/** Refetches data that may be stale. A rejected promise is retried. */
type CatchUp = () => void | Promise<unknown>;

/** A feature's handlers for live frames, and its refetches after frames may have been missed. */
export type LiveFeature = {
  frames?: { [Type in ServerFrame['type']]?: (frame: ServerFrameOf<Type>) => void };
  /** Called once for each change that the page tracks, whether it arrived as a frame or in a response. */
  changes?: { [Type in ServerFrame['type']]?: (change: Omit<ServerFrameOf<Type>, 'type'>) => void };
  /** Called each time the socket opens, also the first time: data loaded before may be stale. */
  onOpened?: readonly CatchUp[];
  /** Called when the socket opens again after a gap. */
  onReconnected?: readonly CatchUp[];
};

/** For refetches after frames: the next reconnection or visit refetches, and the query client handles a 401. */
export const ignoreFailure = (): undefined => undefined;

const features = new Set<LiveFeature>();

/** Registers a feature. Returns a function that unregisters it. */
export const registerLive = (feature: LiveFeature): (() => void) => {
  features.add(feature);
  return () => void features.delete(feature);
};

/** Handles a frame. The frame is not validated: server tests check it against the contract. */
export const receiveFrame = (data: unknown): void => {
  try {
    const frame = JSON.parse(String(data)) as ServerFrame;
    // A newer server may send frame types that this page does not know.
    for (const { frames } of [...features])
      (frames?.[frame.type] as ((frame: ServerFrame) => void) | undefined)?.(frame);
  } catch (error) {
    reportError(error);
  }
};

/** Called by the feature that owns a change, to notify other features that show the same data. */
export const publishChange = <Type extends ServerFrame['type']>(
  type: Type,
  change: Omit<ServerFrameOf<Type>, 'type'>,
): void => {
  for (const { changes } of [...features]) changes?.[type]?.(change);
};

let openings = 0;

/** Refetches, with retries after temporary failures, until the socket opens again and starts a new run. */
const runCatchUp = async (catchUp: CatchUp, feature: LiveFeature): Promise<void> => {
  const opening = openings;
  const isStillNeeded = () => opening === openings && features.has(feature);
  await new Promise((resolve) => setTimeout(resolve));
  for (let attempt = 0; isStillNeeded(); attempt += 1) {
    try {
      await catchUp();
      return;
    } catch (error) {
      if (!isTemporaryError(error)) {
        if (!(error instanceof ApiError) && !isCancelledError(error)) reportError(error);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, withJitter(backoff(attempt))));
    }
  }
};

/** Called when the socket has opened: refetches everything that may be stale. */
export const catchUpAll = ({ isReconnect }: { isReconnect: boolean }): void => {
  openings += 1;
  for (const feature of features) {
    const runs = [...(feature.onOpened ?? []), ...(isReconnect ? (feature.onReconnected ?? []) : [])];
    for (const catchUp of runs) void runCatchUp(catchUp, feature);
  }
};

/** The current socket, or null. */
export type LiveSocket = { isOpen: () => boolean; send: (text: string) => void; reopen: () => void };
let socket: LiveSocket | null = null;

/** Only for `live-socket.ts`, which opens and closes the socket. */
export const setLiveSocket = (next: LiveSocket | null): void => {
  socket = next;
};

const isDisconnected = createStore(false);

/** Only for `live-socket.ts`: records whether frames currently arrive. */
export const markDisconnected = isDisconnected.set;

/** Whether the live connection is lost. Data that comes only from frames, such as presence, may then be wrong. */
export const useIsDisconnected = (): boolean => useStore(isDisconnected);

/** The server closes the socket after a frame above 16 KiB. A UTF-16 unit takes at most three bytes in UTF-8. */
const maxFrameUnits = Math.floor(maxFrameBytes / 3);

/** Sends a frame. Returns false if the socket is not open or the frame is too large. */
export const sendFrame = (frame: ClientFrame): boolean => {
  if (!socket?.isOpen()) return false;
  const text = JSON.stringify(frame);
  if (text.length > maxFrameUnits) return false;
  socket.send(text);
  return true;
};

/** Reconnects a socket that seems open but is dead. */
export const reopenLive = (): void => {
  if (socket?.isOpen()) socket.reopen();
};
