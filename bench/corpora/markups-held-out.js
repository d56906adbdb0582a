// @ts-check
// Fourteen markups of pages that were written after the rules of `likewise/news`, so no rule was made for them.
import { each, links } from './markup.js'

/** @type {Readonly<Record<string, import('./markup.js').Markup>>} */
export const HELD_OUT = {
  blog: ({
    title,
    article,
    site,
    others,
    comments,
  }) => `<!DOCTYPE html><html><body class="single"><div id="page" class="hfeed"><div id="masthead"><h1 class="site-title"><a href="/">${site.name}</a></h1><div class="main-navigation"><ul>${each(site.sections, (text) => `<li class="menu-item">${links([text])}</li>`)}</ul></div></div>
<div id="primary"><div class="post type-post"><h2 class="entry-title">${title}</h2><div class="entry-content">${each(article, (text) => `<p>${text}</p>`)}<div class="sharedaddy"><h3>Share this</h3><ul><li><a href="#">Mail</a></li><li><a href="#">Print</a></li></ul></div></div></div>
<ol class="commentlist">${each(comments, (text, i) => `<li class="comment"><cite>guest ${i}</cite> says<p>${text}</p><div class="reply"><a href="#">Reply</a></div></li>`)}</ol></div>
<div id="secondary">${each(site.advertisements, (text) => `<div class="widget">${text}</div>`)}<div class="widget"><h3>Recent posts</h3><ul>${each(others, (text) => `<li>${links([text])}</li>`)}</ul></div></div>
<div id="colophon"><p>${site.notices.join('</p><p>')}</p></div></div></body></html>`,

  columns: ({ title, article, site, others }) => {
    const half = Math.ceil(article.length / 2)
    return `<html><body><table class="frame"><tr><td class="nav">${each(site.sections, (text) => `<p>${links([text])}</p>`)}</td><td><h2>${title}</h2><table class="print"><tr><td class="col">${each(article.slice(0, half), (text) => `<p>${text}</p>`)}</td><td class="col">${each(article.slice(half), (text) => `<p>${text}</p>`)}</td></tr></table></td></tr><tr><td colspan="2"><p>${site.notices.join('</p><p>')}</p>${links(others, ' · ')}</td></tr></table></body></html>`
  },

  preformatted: ({ title, article, site, others }) =>
    `<html><body><h3>${site.name}</h3>${links(site.sections, ' / ')}<h1>${title}</h1><pre class="wire">${article.map((text) => text.replace(/(.{60,75}) /g, '$1\n')).join('\n\n')}</pre><p class="small">${site.notices.join(' ')}</p><p>${links(others)}</p></body></html>`,

  nested: ({ title, article, site, others }) =>
    `<html><body><div><div><div><span>${site.name}</span></div><div>${each(site.sections, (text) => `<span>${links([text])}</span>`)}</div></div><div><div><div><h1>${title}</h1></div><div><div>${each(article, (text) => `<div><div>${text}</div></div>`)}</div></div></div><div><div>${each(site.advertisements, (text) => `<div>${text}</div>`)}</div></div></div><div><div>${site.notices[0]}</div><div>${site.notices[1]}</div><div>${links(others)}</div></div></div></body></html>`,

  headings: ({ title, article, site, others }) =>
    `<html><body><main><h1>${title}</h1>${each(article, (text, i) => `<h3>${others[i % others.length]}</h3><p>${text}</p>`)}<h3>About us</h3><p>${site.notices.join(' ')}</p></main><nav>${links(site.sections)}</nav><footer>${links(site.links)}</footer></body></html>`,

  quotes: ({ title, article, site, others }) =>
    `<html><body><div class="hdr">${links(site.sections, ' ')}</div><div class="syndicated"><p>${site.notices[0]}</p><h1>${title}</h1><blockquote cite="agency">${each(article, (text) => `<p>${text}</p>`)}</blockquote><p>${site.notices[1]}</p></div><ul class="also">${each(others, (text) => `<li>${links([text])}</li>`)}</ul></body></html>`,

  modules: ({
    title,
    article,
    site,
    others,
    teasers,
    number,
  }) => `<!doctype html><html><body><div class="css-1q2w css-${number % 7}"><div class="css-head">${links(site.sections)}</div><section name="articleBody" class="css-1r7ky0e">${each(article, (text, i) => `<div class="css-1fanzo5"><div class="css-53u6y8"><p class="css-at9mc1">${text}</p></div><aside class="css-ew4tgv"></aside></div>${i === 2 ? `<div class="ad-wrapper"><p>Advertisement</p><p>${site.advertisements[0] ?? ''}</p></div>` : ''}`)}</section>
<div class="css-recirc"><h2>${title}</h2>${each(teasers.slice(0, 3), (text, i) => `<div class="css-item"><a href="#"><h3>${others[i] ?? ''}</h3><p>${text}</p></a></div>`)}</div><div class="css-foot"><p>${site.notices.join('</p><p>')}</p>${links(site.links)}</div></div></body></html>`,

  paywall: ({ title, article, site, others }) =>
    `<html><body><div id="wall" class="modal"><h2>Before you go on</h2><p>${site.notices[0]}</p><p>${site.notices[1]}</p><button>Accept all</button></div><div class="hd">${links(site.sections)}</div><div class="art"><h1>${title}</h1><p class="intro"><strong>${article[0] ?? ''}</strong></p><div class="gated">${each(article.slice(1), (text) => `<p>${text}</p>`)}</div></div><div class="cta"><p>${site.notices[0]}</p><p>${site.advertisements.join('. ')}</p></div>${links(others)}</body></html>`,

  live: ({ title, article, site, others, number }) =>
    `<html><body><div class="globalnav">${links(site.sections)}</div><h1>${title}</h1><div class="liveblog">${each(article, (text, i) => `<div class="entry" id="e${number}-${i}"><time>1${i}:0${number % 9}</time><div class="entry-body"><p>${text}</p></div><div class="tools"><a href="#">Link</a> <a href="#">Share</a></div></div>`)}</div><div class="sidebar">${site.advertisements.join('<br>')}</div><div class="bottom"><p>${site.notices.join(' ')}</p>${links(others)}</div></body></html>`,

  forum: ({ title, article, site, comments }) =>
    `<html><body><div class="forumnav">${links(site.sections, ' » ')}</div><h1>${title}</h1><table class="thread"><tr class="post"><td class="author"><b>editor</b><br>Joined: 2004<br>Posts: 5120</td><td class="message">${article.join('<br><br>')}</td></tr>${each(comments, (text, i) => `<tr class="post"><td class="author"><b>member${i}</b><br>Joined: 201${i}<br>Posts: ${i}2</td><td class="message">${text}</td></tr>`)}</table><div class="rules">${site.notices.join('<br>')}</div>${links(site.links)}</body></html>`,

  printed: ({ title, article, site, number }) =>
    `<html><head><title>Print</title></head><body onload="print()"><p><b>${site.name}</b></p><p>http://example.com/print?id=${number}</p><h1>${title}</h1>${each(article, (text) => `<p align="justify"><font face="Times">${text}</font></p>`)}<hr><p><font size="1">${site.notices.join(' ')}</font></p></body></html>`,

  email: ({ title, article, site, others }) =>
    `<html><body><center><table width="600"><tr><td>${links(site.sections, ' &nbsp; ')}</td></tr><tr><td><h2>${title}</h2></td></tr>${each(article, (text) => `<tr><td style="padding:8px"><span style="font-size:14px">${text}</span></td></tr>`)}<tr><td><table><tr>${each(site.advertisements, (text) => `<td>${text}</td>`)}</tr></table></td></tr><tr><td>${each(others, (text) => `<div>${links([text])}</div>`)}</td></tr><tr><td><small>${site.notices.join(' ')}</small></td></tr></table></center></body></html>`,

  tabs: ({ title, article, site, others, comments }) =>
    `<html><body><div class="tabs"><a href="#a">Story</a><a href="#b">Talk</a></div><div id="a" class="pane"><h1>${title}</h1>${each(article, (text) => `<p>${text}</p>`)}</div><div id="b" class="pane" style="display: none">${each(comments, (text) => `<p>${text}</p>`)}</div><div class="strip">${links(site.sections)}</div><div class="strip">${links(others)}</div><p class="legal">${site.notices.join(' ')}</p></body></html>`,

  lists: ({ title, article, site, others, teasers }) =>
    `<html><body><ul id="menu">${each(site.sections, (text) => `<li>${links([text])}</li>`)}</ul><h1>${title}</h1><ul class="facts">${each(article, (text) => `<li>${text}</li>`)}</ul><h2>In other news</h2><ul class="briefs">${each(teasers.slice(0, 2), (text, i) => `<li><b>${others[i]}</b> ${text}</li>`)}</ul><div class="colophon">${site.notices.join(' ')}</div></body></html>`,
}
