import type * as contract from '@commons/contract/feed';
import { endpointAddress } from '../../lib/endpoint-address.ts';

/** The feed's calls; the compiler holds each against the contract. */
export const feedAddresses = {
  listPosts: endpointAddress<typeof contract.listPosts>({ method: 'GET', path: '/api/posts' }),
  getPost: endpointAddress<typeof contract.getPost>({ method: 'GET', path: '/api/posts/{id}' }),
  createPost: endpointAddress<typeof contract.createPost>({ method: 'POST', path: '/api/posts', creates: true }),
  updatePost: endpointAddress<typeof contract.updatePost>({ method: 'PUT', path: '/api/posts/{id}' }),
  deletePost: endpointAddress<typeof contract.deletePost>({ method: 'DELETE', path: '/api/posts/{id}' }),
  toggleLike: endpointAddress<typeof contract.toggleLike>({ method: 'POST', path: '/api/posts/{id}/like' }),
  listComments: endpointAddress<typeof contract.listComments>({ method: 'GET', path: '/api/posts/{id}/comments' }),
  createComment: endpointAddress<typeof contract.createComment>({
    method: 'POST',
    path: '/api/posts/{id}/comments',
    creates: true,
  }),
  updateComment: endpointAddress<typeof contract.updateComment>({
    method: 'PUT',
    path: '/api/posts/{id}/comments/{commentId}',
  }),
  deleteComment: endpointAddress<typeof contract.deleteComment>({
    method: 'DELETE',
    path: '/api/posts/{id}/comments/{commentId}',
  }),
} as const;
