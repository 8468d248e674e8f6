import { feedErrors } from '@commons/contract/feed/errors';
import { errorsOf } from '../../platform/errors.ts';

export const feedError = errorsOf(feedErrors);
