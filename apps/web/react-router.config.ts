import type { Config } from '@react-router/dev/config';
import { finishBuild } from './build/finish-build.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'dist',
  ssr: false,
  prerender: ['/', '/waitlist', '/crisis'],
  buildEnd: ({ reactRouterConfig }) => finishBuild(import.meta.dirname, reactRouterConfig.routes),
} satisfies Config;
