import { useRef } from 'react';
import { randomId } from './random-id.ts';

/**
 * The `Idempotency-Key` of what is about to be sent: the same for the same thing tried again, because its answer was lost,
 * and another one once it was changed.
 */
export const useAttemptKey = (): ((given: unknown) => string) => {
  const attempt = useRef({ text: '', key: '' });
  return (given) => {
    const text = JSON.stringify(given);
    if (attempt.current.text !== text) attempt.current = { text, key: randomId() };
    return attempt.current.key;
  };
};
