import type { Message } from '@commons/contract/messages';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addArrived, closeGap, openChat } from './chat-store.ts';

const messageAt = (position: number): Message => ({
  id: `message-${position}`,
  senderId: 'ben',
  receiverId: 'ana',
  position,
  content: `Number ${position}`,
  photo: null,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, position)).toISOString(),
  isRemoved: false,
  clientId: null,
  state: null,
});

test('a request for missing messages during a failing attempt retries without delay', async () => {
  vi.useFakeTimers();
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const waitForRequests = (times: number) => vi.waitFor(() => expect(answers).toHaveLength(times));

  openChat('ben');
  await waitForRequests(1);
  answers[0]?.(Response.json([messageAt(1)]));
  await vi.advanceTimersByTimeAsync(0);
  addArrived('ben', messageAt(3));
  await waitForRequests(2);
  void closeGap('ben');
  answers[1]?.(new Response('', { status: 503 }));
  // The first delay is at least 0.75 s.
  await vi.advanceTimersByTimeAsync(500);
  expect(answers).toHaveLength(3);
  answers[2]?.(new Response('', { status: 503 }));
  await vi.advanceTimersByTimeAsync(500);
  expect(answers).toHaveLength(3);
});
