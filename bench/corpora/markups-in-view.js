// @ts-check
// Sixteen markups of pages that were known when the rules of `likewise/news` were written.
import { each, links } from './markup.js'

/** @type {Readonly<Record<string, import('./markup.js').Markup>>} */
export const IN_VIEW = {
  semantic: ({
    title,
    article,
    site,
    others,
  }) => `<!doctype html><html><head><title>${title}</title></head><body>
<header><a href="/">${site.name}</a><nav><ul>${each(site.sections, (text) => `<li><a href="#">${text}</a></li>`)}</ul></nav></header>
<main><article><header><h1>${title}</h1></header>${each(article, (text) => `<p>${text}</p>`)}</article></main>
<aside><h2>Most read</h2><ol>${each(others, (text) => `<li><a href="#">${text}</a></li>`)}</ol></aside>
<footer><p>${site.notices.join(' ')}</p>${links(site.links)}</footer></body></html>`,

  tables: ({
    title,
    article,
    site,
    others,
  }) => `<HTML><BODY BGCOLOR=white><TABLE WIDTH=100%><TR><TD COLSPAN=3><FONT SIZE=6>${site.name}</FONT></TD></TR>
<TR><TD VALIGN=top>${links(site.sections, '<BR>')}</TD>
<TD><FONT FACE=Arial SIZE=2><B>${title}</B><BR><BR>${article.join('<BR><BR>\n')}</FONT></TD>
<TD>${site.advertisements.join('<P>')}<P><B>More</B><BR>${links(others, '<BR>')}</TD></TR>
<TR><TD COLSPAN=3><FONT SIZE=1>${site.notices.join('<BR>')}<BR>${links(site.links, ' | ')}</FONT></TD></TR></TABLE></BODY></HTML>`,

  divs: ({
    title,
    article,
    site,
    others,
  }) => `<html><body><div id="wrap"><div class="top"><div class="logo">${site.name}</div><div class="menu">${each(site.sections, (text) => `<div class="item"><a href="#">${text}</a></div>`)}</div></div>
<div class="cookie">${site.notices[0]}</div>
<div class="cols"><div class="left"><div class="hl">${title}</div>${each(article, (text) => `<div class="para">${text}</div>`)}</div>
<div class="right">${each(site.advertisements, (text) => `<div class="ad">${text}</div>`)}${each(others, (text) => `<div class="rel"><a href="#">${text}</a></div>`)}</div></div>
<div class="bottom">${site.notices[1]} ${links(site.links)}</div></div></body></html>`,

  divided: ({ title, article, site, others }) => {
    const half = Math.ceil(article.length / 2)
    const part = (/** @type {readonly string[]} */ texts) =>
      `<div class="story-part">${each(texts, (text) => `<p>${text}</p>`)}</div>`
    return `<html><body><div class="masthead">${site.name} ${links(site.sections)}</div><div class="story"><h1>${title}</h1>
${part(article.slice(0, half))}<div class="advert"><span>Advertisement</span> ${site.advertisements[0] ?? ''}</div>${part(article.slice(half))}
<div class="promo"><p>${site.notices[0]}</p></div></div><div class="more">${links(others, '<br>')}</div><div class="legal"><p>${site.notices[1]}</p>${links(site.links)}</div></body></html>`
  },

  comments: ({
    title,
    article,
    site,
    comments,
  }) => `<html><body><ul class="nav">${each(site.sections, (text) => `<li>${links([text])}</li>`)}</ul>
<div class="post"><h1>${title}</h1><div class="entry">${each(article, (text) => `<p>${text}</p>`)}</div></div>
<div id="comments"><h3>${comments.length} comments</h3>${each(comments, (text, i) => `<div class="comment"><div class="meta">reader${i} wrote at 1${i}:00</div><div class="said"><p>${text}</p></div><a href="#">Reply</a></div>`)}</div>
<div class="foot"><p>${site.notices.join('</p><p>')}</p>${links(site.links)}</div></body></html>`,

  teasers: ({ title, article, site, teasers, others }) => `<html><body><nav>${links(site.sections)}</nav>
<article class="full"><h1>${title}</h1><div class="content">${each(article, (text) => `<p>${text}</p>`)}</div></article>
<div class="grid">${each(teasers, (text, i) => `<article class="card"><h3><a href="#">${others[i] ?? ''}</a></h3><p>${text}</p></article>`)}</div>
<footer>${site.notices.join(' ')}</footer></body></html>`,

  sections: ({
    title,
    article,
    site,
    others,
  }) => `<html><body><div role="banner"><h2>${site.name}</h2>${links(site.sections)}</div><div role="main"><h1>${title}</h1>
${each(article, (text, i) => (i % 3 === 0 ? `${i > 0 ? '</section>' : ''}<section><h2>${others[i % others.length] ?? ''}</h2><p>${text}</p>` : `<p>${text}</p>`))}</section></div>
<div role="complementary"><p>${site.notices[0]}</p>${links(others, '<br>')}</div><div role="contentinfo">${site.notices[1]} ${links(site.links)}</div></body></html>`,

  form: ({
    title,
    article,
    site,
    others,
    number,
  }) => `<html><body><form method="post" action="page.aspx?id=${number}"><div id="ctl00_head"><span>${site.name}</span>${links(site.sections, ' ')}</div>
<div id="ctl00_body"><div class="x81a"><div class="x7fe">${title}</div><div class="x0b2">${each(article, (text) => `<p class="x11">${text}</p>`)}</div></div><div class="x99d">${each(site.advertisements, (text) => `<p class="x12">${text}</p>`)}</div></div>
<div id="ctl00_foot"><p>${site.notices.join('</p><p>')}</p><ul>${each(others, (text) => `<li>${links([text])}</li>`)}</ul>${links(site.links)}</div></form></body></html>`,

  custom: ({
    title,
    article,
    site,
    others,
  }) => `<!doctype html><html amp><body><site-header><h2>${site.name}</h2><site-menu>${links(site.sections)}</site-menu></site-header>
<story-page><story-title>${title}</story-title><story-body>${each(article, (text, i) => `<story-text>${text}</story-text>${i === 1 ? `<ad-slot>${site.advertisements[0] ?? ''}</ad-slot>` : ''}`)}</story-body></story-page>
<site-list>${each(others, (text) => `<list-item>${links([text])}</list-item>`)}</site-list><site-footer><p>${site.notices.join('</p><p>')}</p></site-footer></body></html>`,

  interrupted: ({
    title,
    article,
    site,
    others,
  }) => `<html><body><div class="bar">${links(site.sections)}</div><div class="article"><h1>${title}</h1>
${each(article, (text, i) => `<p>${text}</p>${i % 2 === 0 ? `<div class="inline-promo"><p>${site.notices[(i / 2) % site.notices.length]}</p><p>Read also: <a href="#">${others[i % others.length] ?? ''}</a></p></div>` : ''}`)}
</div><div class="end">${site.advertisements.join(' ')} ${links(site.links)}</div></body></html>`,

  linked: ({
    title,
    article,
    site,
    others,
  }) => `<html><body><div id="side"><ul>${each(site.sections, (text) => `<li>${links([text])}</li>`)}</ul></div><div id="content"><h1>${title}</h1><div id="toc"><ol>${each(others.slice(0, 4), (text) => `<li>${links([text])}</li>`)}</ol></div>
${each(article, (text) => `<p>${text.replace(/(\w{7,})/g, (word, _, at) => (at % 5 === 0 ? `<a href="/wiki/${word}">${word}</a>` : word))}</p>`)}
<div class="cats">${links(others)}</div></div><div id="footer">${site.notices.join(' ')} ${links(site.links)}</div></body></html>`,

  definitions: ({
    title,
    article,
    site,
    others,
  }) => `<html><body><h4>${site.name}</h4><p>${links(site.sections, ' - ')}</p><dl class="print"><dt>${title}</dt>${each(article, (text) => `<dd>${text}</dd>`)}</dl>
<hr><ul>${each(others, (text) => `<li>${links([text])}</li>`)}</ul><small>${site.notices.join(' ')}</small></body></html>`,

  wrapped: ({
    title,
    article,
    site,
    others,
  }) => `<html><body><div class="a"><div class="b"><div class="c">${links(site.sections)}</div></div></div>
<div class="page"><div class="row"><div class="cell"><div class="h"><h1>${title}</h1></div>${each(article, (text) => `<div class="block"><div class="inner"><p><span>${text}</span></p></div></div>`)}</div></div></div>
<div class="row"><div class="cell"><p>${site.notices.join('</p><p>')}</p><p>${site.advertisements.join('</p><p>')}</p></div></div><div class="z">${links(others)} ${links(site.links)}</div></body></html>`,

  unclosed: ({
    title,
    article,
    site,
    others,
  }) => `<HTML><TITLE>${title}</TITLE><BODY><CENTER><H1>${site.name}</H1></CENTER>${links(site.sections, ' | ')}<HR><H2>${title}</H2>
${each(article, (text) => `<P>${text}`)}<HR><UL>${each(others, (text) => `<LI>${links([text])}`)}</UL><P><I>${site.notices.join('<P>')}</I><P>${site.advertisements.join('<P>')}`,

  figures: ({
    title,
    article,
    site,
    others,
    number,
  }) => `<html><body><div class="site-head"><p class="tagline">${site.name}, page ${number}</p>${links(site.sections)}</div><div class="story"><h1>${title}</h1><div class="byline">By our own correspondent, ${1 + (number % 28)} March, ${number % 60} minutes ago</div>
${each(article, (text, i) => `${i === 0 ? `<p class="lead"><span class="drop">${text.slice(0, 1)}</span>${text.slice(1)}</p><figure><img src="x"><figcaption>Photograph: the archive of ${site.name}, taken last year by a member of staff</figcaption></figure>` : `<p>${text}</p>`}`)}</div>
<div class="box"><p>${site.notices[0]}</p><form><label>Email</label><button>Sign up now for free</button></form></div>${links(others, '<br>')}<div class="imprint"><p>${site.notices[1]}</p></div></body></html>`,

  standfirst: ({
    title,
    article,
    site,
    others,
    teasers,
  }) => `<html><body><section class="hd">${links(site.sections)}</section><section class="story"><div class="head"><h1>${title}</h1><p class="standfirst">${article[0] ?? ''}</p></div><div class="share">Share Tweet Mail Print</div><div class="text">${each(article.slice(1), (text) => `<p>${text}</p>`)}</div></section>
<section class="next"><h2>Next</h2><p>${teasers[0] ?? ''} <a href="#">Continue reading</a></p></section><section class="ft"><p>${site.notices.join('</p><p>')}</p>${links(others)}</section></body></html>`,
}
