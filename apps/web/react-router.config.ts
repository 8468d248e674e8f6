import type { Config } from '@react-router/dev/config';
import { finishBuild } from './build/finish-build.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'dist',
  ssr: false,
  // A screen and its loader share modules. In separate files, one would wait for the other.
  splitRouteModules: false,
  prerender: ['/', '/waitlist', '/dmtools'],
  buildEnd: ({ reactRouterConfig }) => finishBuild(import.meta.dirname, reactRouterConfig.routes),
} satisfies Config;
