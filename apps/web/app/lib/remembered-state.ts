import { useState } from 'react';

const remembered = new Map<string, unknown>();

/** State that survives navigation until the page reloads. */
export const useRememberedState = <Value>(key: string, initial: Value): [Value, (value: Value) => void] => {
  const [value, setValue] = useState(() => (remembered.has(key) ? (remembered.get(key) as Value) : initial));
  return [
    value,
    (next) => {
      remembered.set(key, next);
      setValue(next);
    },
  ];
};
