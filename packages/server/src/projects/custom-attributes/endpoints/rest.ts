import {
  customAttributeParams,
  listCustomAttributesInput,
  restCustomAttribute,
  setCustomAttributeInput,
} from '@tributary/contract/accounts/custom-attributes.ts';
import { z } from 'zod';
import {
  type AttributeTarget,
  customAttributesOf,
  deleteCustomAttribute,
  getCustomAttribute,
  setCustomAttribute,
} from '../../../accounts/index.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';

const tag = 'Custom attributes';
const projectOf = ({ project }: ProjectAccess): AttributeTarget => ({ kind: 'project', id: project.id });
const groupOf = ({ namespace }: NamespaceAccess): AttributeTarget => ({ kind: 'group', id: namespace.id });

const ofProject: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/custom_attributes',
    ability: 'read_settings',
    summary: 'List the custom attributes of a project',
    tag,
    input: listCustomAttributesInput,
    subject: inProject,
    response: z.array(restCustomAttribute),
    handle: ({ ctx, subject }) => customAttributesOf(ctx, projectOf(subject)),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/custom_attributes/:key',
    ability: 'read_settings',
    summary: 'Get a custom attribute of a project',
    tag,
    params: customAttributeParams,
    subject: inProject,
    response: restCustomAttribute,
    handle: ({ ctx, subject, params: { key } }) => getCustomAttribute(ctx, projectOf(subject), key),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/custom_attributes/:key',
    ability: 'administer',
    summary: 'Set a custom attribute of a project',
    tag,
    params: customAttributeParams,
    input: setCustomAttributeInput,
    subject: inProject,
    response: restCustomAttribute,
    handle: ({ ctx, subject, params: { key }, input: { value } }) =>
      setCustomAttribute(ctx, { target: projectOf(subject), key, value }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id/custom_attributes/:key',
    ability: 'administer',
    summary: 'Remove a custom attribute of a project',
    tag,
    params: customAttributeParams,
    subject: inProject,
    handle: ({ ctx, subject, params: { key } }) => deleteCustomAttribute(ctx, { target: projectOf(subject), key }),
  }),
];

const ofGroup: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/custom_attributes',
    ability: 'read_settings',
    summary: 'List the custom attributes of a group',
    tag,
    input: listCustomAttributesInput,
    subject: inGroup,
    response: z.array(restCustomAttribute),
    handle: ({ ctx, subject }) => customAttributesOf(ctx, groupOf(subject)),
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/custom_attributes/:key',
    ability: 'read_settings',
    summary: 'Get a custom attribute of a group',
    tag,
    params: customAttributeParams,
    subject: inGroup,
    response: restCustomAttribute,
    handle: ({ ctx, subject, params: { key } }) => getCustomAttribute(ctx, groupOf(subject), key),
  }),
  defineRoute({
    method: 'PUT',
    path: '/groups/:id/custom_attributes/:key',
    ability: 'administer',
    summary: 'Set a custom attribute of a group',
    tag,
    params: customAttributeParams,
    input: setCustomAttributeInput,
    subject: inGroup,
    response: restCustomAttribute,
    handle: ({ ctx, subject, params: { key }, input: { value } }) =>
      setCustomAttribute(ctx, { target: groupOf(subject), key, value }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/groups/:id/custom_attributes/:key',
    ability: 'administer',
    summary: 'Remove a custom attribute of a group',
    tag,
    params: customAttributeParams,
    subject: inGroup,
    handle: ({ ctx, subject, params: { key } }) => deleteCustomAttribute(ctx, { target: groupOf(subject), key }),
  }),
];

export const customAttributeRoutes: Route[] = [...ofProject, ...ofGroup];
