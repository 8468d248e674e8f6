import type { Feature } from '../../platform/feature.ts';
import { reportRoutes } from './reports.routes.ts';

export { memberReported } from './reports.service.ts';

export const reports: Feature = { name: 'reports', open: reportRoutes };
