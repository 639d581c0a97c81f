import type { Page } from '@tributary/contract/core/paging.ts';
import type { FastifyReply } from 'fastify';

/** Marks an answer as one page of a list; the endpoint writes the paging headers and sends the items. */
export class PagedAnswer {
  readonly page: Page<unknown>;
  constructor(page: Page<unknown>) {
    this.page = page;
  }
}

export function paged<T, R>(page: Page<T>, render: (item: T) => R): PagedAnswer {
  return new PagedAnswer({ ...page, items: page.items.map(render) });
}

/** `X-*` and `Link` headers as clients follow them; `address` is the full URL of this request. */
export function writePagingHeaders(reply: FastifyReply, page: Page<unknown>, address: string): void {
  const totalPages = page.total === undefined ? undefined : Math.max(1, Math.ceil(page.total / page.perPage));
  const link = (number: number, rel: string) => {
    const url = new URL(address);
    url.searchParams.delete('private_token');
    url.searchParams.delete('access_token');
    url.searchParams.set('page', String(number));
    url.searchParams.set('per_page', String(page.perPage));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (page.page > 1) links.push(link(page.page - 1, 'prev'));
  if (page.hasNext) links.push(link(page.page + 1, 'next'));
  links.push(link(1, 'first'));
  if (totalPages !== undefined) links.push(link(totalPages, 'last'));
  reply.header('Link', links.join(', '));
  reply.header('X-Page', String(page.page));
  reply.header('X-Per-Page', String(page.perPage));
  reply.header('X-Next-Page', page.hasNext ? String(page.page + 1) : '');
  reply.header('X-Prev-Page', page.page > 1 ? String(page.page - 1) : '');
  if (page.total !== undefined && totalPages !== undefined) {
    reply.header('X-Total', String(page.total));
    reply.header('X-Total-Pages', String(totalPages));
  }
}
