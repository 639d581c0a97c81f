import { expect, test } from 'vitest';
import { isEnvironmentName, tierOfName, webAddress } from './rules/environment-names.ts';
import { environmentSlug } from './environment-slug.ts';

test.each([
  ['production', 'production'],
  ['Staging', /^staging-[a-z0-9]{6}$/],
  ['review/feature-1', /^review-feature-1-[a-z0-9]{6}$/],
  ['1st', /^env-1st-[a-z0-9]{6}$/],
  ['review/a-very-long-branch-name', /^review-a-very-lon-[a-z0-9]{6}$/],
])('the slug of %s', (name, slug) => {
  expect(environmentSlug(name)).toMatch(slug instanceof RegExp ? slug : new RegExp(`^${slug}$`));
  expect(environmentSlug(name).length).toBeLessThanOrEqual(24);
});

test.each([
  ['production', 'production'],
  ['pre-prod', 'staging'],
  ['review/login', 'development'],
  ['qa', 'testing'],
  ['blue', 'other'],
])('the tier of %s is %s', (name, tier) => expect(tierOfName(name)).toBe(tier));

test.each([
  ['https://app.example.org/a?b=1', true],
  ['http://127.0.0.1:8080', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://user:secret@example.org', false],
  ['//example.org', false],
  ['', false],
])('%s as an address: %s', (url, isOne) => expect(webAddress(url) !== undefined).toBe(isOne));

test.each([
  ['review/a.b_c-1', true],
  ['<img src=x>', false],
  ['/a', false],
  ['a/', false],
])('%s as a name: %s', (name, isOne) => expect(isEnvironmentName(name)).toBe(isOne));
