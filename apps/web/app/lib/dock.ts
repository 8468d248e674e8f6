import type { ReactNode } from 'react';
import { createStore } from './store.ts';

/** An element at the bottom of every screen. Its code loads with the first feature that uses it. */
export const dock = createStore<ReactNode>(null);
