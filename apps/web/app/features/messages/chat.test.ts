import type { Message } from '@commons/contract/messages/schemas';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { addIncoming, closeGap, prefetchChat } from './chat.ts';

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

test('missing messages are read again after a delay, or at once on request', async () => {
  vi.useFakeTimers();
  const pendingResponses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => pendingResponses.push(resolve)));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const waitForRequests = (times: number) => vi.waitFor(() => expect(pendingResponses).toHaveLength(times));
  const queryClient = createQueryClient();

  prefetchChat(queryClient, 'ben');
  await waitForRequests(1);
  pendingResponses[0]?.(Response.json([messageAt(1)]));
  await vi.advanceTimersByTimeAsync(0);
  addIncoming(queryClient, 'ben', messageAt(3));
  await waitForRequests(2);
  pendingResponses[1]?.(new Response('', { status: 503 }));
  // The first delay is at least 0.75 s.
  await vi.advanceTimersByTimeAsync(500);
  expect(pendingResponses).toHaveLength(2);
  void closeGap(queryClient, 'ben', { isUrgent: true });
  await waitForRequests(3);
  pendingResponses[2]?.(new Response('', { status: 503 }));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(pendingResponses).toHaveLength(4);
});
