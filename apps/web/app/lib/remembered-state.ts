import { useState } from 'react';

const remembered = new Map<string, boolean>();

/** A switch that stays as it was left when its screen is left and entered again, until the page is reloaded. */
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
