import { feedErrors } from '@commons/contract/feed';
import { errorsOf } from '../../platform/http/errors.ts';

export const feedError = errorsOf(feedErrors);
