import { useRef } from 'react';
import { randomId } from './random-id.ts';

/**
 * Returns a function that gives the `Idempotency-Key` of a request: the same key for a retry with the same content, a
 * new one for different content.
 */
export const useAttemptKey = (): ((content: unknown) => string) => {
  const attempt = useRef({ text: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (attempt.current.text !== text) attempt.current = { text, key: randomId() };
    return attempt.current.key;
  };
};
