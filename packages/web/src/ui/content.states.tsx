import { GitCommitHorizontal, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { AvatarStack } from './avatar-stack.tsx';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { DiffStat } from './diff-stat.tsx';
import { Label } from './label.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Prose } from './prose.tsx';
import { SeverityBadge } from './severity-badge.tsx';
import { Spinner } from './spinner.tsx';
import { StateBadge } from './state-badge.tsx';
import { StatusBadge, StatusIcon } from './status-icon.tsx';
import { Timeline, TimelineItem } from './timeline.tsx';
import { toast } from './toast.tsx';
import { UserLink } from './user-link.tsx';

export const group = 'Content';

const groups = ['success', 'warning', 'failed', 'error', 'notice', 'running', 'neutral', 'scheduled'] as const;
const severities = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Kay',
  'ليلى حسن',
  '🦊 Fox',
  'Barbara Liskov',
  'Edsger Dijkstra',
  'Katherine Johnson',
];
const people = names.map((name, index) => ({ id: index + 1, name, username: `person${index + 1}` }));
const grace = { id: 2, name: 'Grace Hopper', username: 'grace', href: '/-/gallery' };
const hourMs = 3_600_000;

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

const prose = `<h1>Confluence</h1><p>Two streams <strong>meet</strong>, as <a href="/-/gallery">described</a> by <a class="gfm gfm-user" href="/-/gallery">@grace</a>, and <code>flow()</code> returns.</p>
<h2>What it does</h2><ul><li>Joins the left and the right bank</li><li>Keeps the order<ul><li>also of the small ones</li></ul></li></ul>
<ul class="task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked aria-label="Done"> Measured</li><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled aria-label="Not done"> Written down</li></ul>
<blockquote><p>No one steps in the same river twice.</p></blockquote>
<pre class="code" tabindex="0"><code><span class="hl-keyword">const</span> <span class="hl-variable">depth</span> <span class="hl-operator">=</span> <span class="hl-function">measure</span>(<span class="hl-string">'left'</span>, <span class="hl-number">42</span>); <span class="hl-comment">// metres</span></code></pre>
<table tabindex="0"><thead><tr><th>River</th><th align="right">Length</th></tr></thead><tbody><tr><td>Rhine</td><td align="right">1,233</td></tr><tr><td>Aare</td><td align="right">288</td></tr></tbody></table>
<p>The water is <code>#0b6b7b<span class="color-chip" data-color="#0b6b7b"></span></code>, labelled <a class="gfm gfm-label" data-color="#d9534f" href="/-/gallery">deep water</a> in <a class="gfm gfm-commit" href="/-/gallery">a1b2c3d</a><sup class="footnote-ref"><a href="#fn-1" id="fnref-1" aria-label="Footnote 1">1</a></sup>, with <code class="math">a^2 + b^2</code> and a name<span class="bidi-mark" title="U+202E">\u202e</span> that turns.</p>
<pre class="suggestion" tabindex="0"><code>  flow(left, right);
</code></pre><pre class="mermaid" tabindex="0"><code>graph LR; left --&gt; sea
</code></pre><pre class="math" tabindex="0"><code>\\sqrt{2}
</code></pre><p class="plain-notice">This text is too large when formatted. It is shown as plain text.</p><pre class="plain-markdown">A text that is *too long* to be drawn</pre>
<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Water is wet.</p></div><div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>The current is strong.</p></div>
<section class="footnotes"><ol><li id="fn-1"><p>Measured at noon <a class="footnote-backref" href="#fnref-1" aria-label="Back to reference 1">↩︎</a></p></li></ol></section>`;

export const states: Record<string, ReactNode> = {
  'State badges': (
    <Row>
      {(['open', 'draft', 'merged', 'closed', 'locked'] as const).map((state) => (
        <StateBadge key={state} state={state} />
      ))}
      <Badge>Neutral</Badge>
      <Badge tone="accent" icon={Tag}>
        Default
      </Badge>
    </Row>
  ),
  'Status groups': (
    <div className="flex flex-col gap-3">
      <Row>
        {groups.map((item) => (
          <StatusIcon key={item} group={item} />
        ))}
      </Row>
      <Row>
        {groups.map((item) => (
          <StatusBadge key={item} group={item} />
        ))}
      </Row>
    </div>
  ),
  Severities: (
    <div className="flex flex-wrap gap-4">
      {severities.map((item) => (
        <SeverityBadge key={item} severity={item} />
      ))}
    </div>
  ),
  People: (
    <div className="flex flex-col gap-3">
      <Row>
        {people.map((person) => (
          <Avatar key={person.id} name={person.name} id={person.id} size={32} />
        ))}
      </Row>
      <Row>
        {([16, 20, 24, 32, 48, 72] as const).map((size) => (
          <Avatar key={size} name="Ada Lovelace" id={1} size={size} />
        ))}
        <Avatar name="River Delta" id={5} size={48} square />
      </Row>
      <Row>
        <AvatarStack label="Reviewers" people={people} />
        <UserLink user={grace} avatar />
        <UserLink
          user={{ ...grace, id: 4, name: 'Somebody with a name that is much too long for one line' }}
          avatar={16}
        />
      </Row>
    </div>
  ),
  Labels: (
    <Row>
      <Label title="bug" color="#d9534f" />
      <Label title="documentation" color="#f0f4c3" href="/-/gallery" />
      <Label title="priority::high" color="#5843ad" onRemove={() => toast({ text: 'Removed.' })} />
      <Label title="team::river::delta" color="#0b6b7b" />
      <Label title="a label with a name that does not want to come to an end at all" color="#222222" />
    </Row>
  ),
  Banners: (
    <div className="flex flex-col gap-2">
      <Banner>The source branch is 3 commits behind.</Banner>
      <Banner tone="success">All threads are resolved.</Banner>
      <Banner
        tone="warning"
        title="Merge conflicts"
        action={
          <Button size="sm" onClick={() => toast({ text: 'Resolve.' })}>
            Resolve
          </Button>
        }
      >
        Two files were changed on both sides.
      </Banner>
      <Banner tone="danger" onDismiss={() => toast({ text: 'Dismissed.' })}>
        The project could not be created.
      </Banner>
    </div>
  ),
  Progress: (
    <div className="flex max-w-100 flex-col gap-4">
      <ProgressBar value={0.4} label="Receiving objects" />
      <ProgressBar value={0.25} label="Rebasing" detail="3 of 12 commits" />
      <ProgressBar value={null} label="Waiting for a place in the train" />
      <Spinner label="Loading" />
    </div>
  ),
  'Diff statistics': (
    <div className="flex flex-wrap gap-4">
      <DiffStat added={120} removed={14} />
      <DiffStat added={1} removed={0} />
      <DiffStat added={0} removed={12345} />
      <DiffStat added={0} removed={0} />
    </div>
  ),
  Timeline: (
    <Timeline label="Activity">
      <TimelineItem
        icon={GitCommitHorizontal}
        actor={<UserLink user={grace} />}
        at={new Date(Date.now() - 5 * hourMs).toISOString()}
      >
        added 2 commits
      </TimelineItem>
      <TimelineItem icon={Tag} actor={<UserLink user={grace} />} at={new Date(Date.now() - 4 * hourMs).toISOString()}>
        added <Label title="bug" color="#d9534f" />
      </TimelineItem>
      <TimelineItem
        visual={<Avatar name="Ada Lovelace" id={1} size={24} />}
        actor={<UserLink user={{ ...grace, id: 1, name: 'Ada Lovelace' }} />}
        at={new Date(Date.now() - hourMs).toISOString()}
        body={<div className="rounded-md border p-3">Does this also hold for an empty stream?</div>}
      >
        commented
      </TimelineItem>
    </Timeline>
  ),
  Code: (
    <CodeBlock
      label="Commands"
      text={'git clone https://example.com/river/delta.git\ncd delta && git switch -c feature/confluence'}
    />
  ),
  Prose: <Prose html={prose} />,
};
