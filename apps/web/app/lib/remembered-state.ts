import { useState } from 'react';

const remembered = new Map<string, boolean>();

/** Boolean state that survives navigation until the page reloads. */
export const useRememberedState = (key: string, initial = false): [boolean, (value: boolean) => void] => {
  const [value, setValue] = useState(() => remembered.get(key) ?? initial);
  return [
    value,
    (next) => {
      remembered.set(key, next);
      setValue(next);
    },
  ];
};
