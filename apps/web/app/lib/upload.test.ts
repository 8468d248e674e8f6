import { mediaCalls } from '@commons/contract/media/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError, Cancelled } from './api-error.ts';
import { stallMilliseconds, upload } from './upload.ts';

/** A fake `XMLHttpRequest` with the members that an upload uses. The test dispatches its events. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.finish('abort');
  }
  finish(eventName: 'load' | 'abort') {
    this.dispatchEvent(new Event(eventName));
    this.dispatchEvent(new Event('loadend'));
  }
  reportProgress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total: 100 }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const photo = { parts: { photo: new Blob(['x']) } };

test('a slow upload that makes progress does not time out', async () => {
  const shares: number[] = [];
  const uploading = upload(mediaCalls.uploadProfilePhoto, { ...photo, onProgress: (share) => shares.push(share) });
  const request = FakeRequest.last;
  for (const loaded of [20, 40, 60, 80, 100]) {
    vi.advanceTimersByTime(stallMilliseconds - 1);
    request.reportProgress(loaded);
  }
  vi.advanceTimersByTime(stallMilliseconds - 1);
  Object.assign(request, { status: 200, responseText: '{"id":"1"}' });
  request.finish('load');
  expect(await uploading).toEqual({ id: '1' });
  expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a stalled upload fails with a network error', async () => {
  const failing = upload(mediaCalls.uploadProfilePhoto, photo).catch((error: unknown) => error);
  FakeRequest.last.reportProgress(50);
  vi.advanceTimersByTime(stallMilliseconds);
  expect(await failing).toBeInstanceOf(NetworkError);
});

test('aborting an upload ends it at once', async () => {
  const controller = new AbortController();
  const ended = upload(mediaCalls.uploadProfilePhoto, { ...photo, signal: controller.signal }).catch(
    (error: unknown) => error,
  );
  FakeRequest.last.reportProgress(50);
  controller.abort();
  expect(await ended).toBeInstanceOf(Cancelled);
  expect(vi.getTimerCount()).toBe(0);
});
