import type { MDXComponents, MDXContent } from "mdx/types";
import { createElement, Fragment, type ElementType, type ReactNode } from "react";

import { typeset } from "#domain/kernel/typeset.ts";
import { slugOf } from "#kit/fold-accents.ts";
import {
  type ArticleNode,
  type ArticleTree,
  plainTextOf,
  pulledOf,
  readArticleText,
} from "#subjects/blog/rules/article-text.ts";

/** The text of an article of the desk, drawn by the components that those of the repository have. It is read once. */
export function articleBodyOf(text: string): MDXContent {
  let tree: ArticleTree | undefined;
  return ({ components = {} }) => {
    tree ??= readArticleText(text);
    return <>{drawAll(tree.children, components)}</>;
  };
}

const drawAll = (nodes: readonly ArticleNode[], components: MDXComponents): ReactNode[] =>
  nodes.map((node, index) => <Fragment key={index}>{draw(node, components)}</Fragment>);

/** What articles do not have is its own text: no version that names it was published. */
function draw(node: ArticleNode, components: MDXComponents): ReactNode {
  const component = (name: string) => (components[name] ?? name) as ElementType;
  const within = () => ("children" in node ? drawAll(node.children, components) : null);
  switch (node.type) {
    case "text":
      return typeset(node.value);
    case "paragraph":
      return <p>{within()}</p>;
    case "heading":
      return createElement(`h${node.depth}`, node.depth === 2 ? { id: slugOf(plainTextOf(node)) } : {}, within());
    case "emphasis":
      return <em>{within()}</em>;
    case "strong":
      return <strong>{within()}</strong>;
    case "break":
      return <br />;
    case "link":
      return createElement(component("a"), { href: node.url }, within());
    case "list":
      return node.ordered ? <ol start={node.start ?? 1}>{within()}</ol> : <ul>{within()}</ul>;
    case "listItem":
      // A list whose items have no line between them has no paragraphs.
      return <li>{node.spread ? within() : node.children.map((child) => inLine(child, components))}</li>;
    case "table":
      return drawTable(node, components);
    case "blockquote": {
      const pulled = pulledOf(node);
      if (!pulled) return <p>{typeset(plainTextOf(node))}</p>;
      return createElement(component("Pulled"), { number: pulled.number }, drawAll(pulled.after, components));
    }
    default:
      return plainTextOf(node);
  }
}

function inLine(node: ArticleNode, components: MDXComponents): ReactNode {
  const drawn = node.type === "paragraph" ? drawAll(node.children, components) : draw(node, components);
  return <Fragment key={node.position?.start.offset}>{drawn}</Fragment>;
}

function drawTable({ children }: Extract<ArticleNode, { type: "table" }>, components: MDXComponents): ReactNode {
  const component = (name: string) => (components[name] ?? name) as ElementType;
  const [head, ...rows] = children.map((row, index) =>
    createElement(
      component("tr"),
      { key: index },
      row.children.map((cell, place) =>
        createElement(component(index === 0 ? "th" : "td"), { key: place }, drawAll(cell.children, components)),
      ),
    ),
  );
  return createElement(component("table"), {}, <thead>{head}</thead>, <tbody>{rows}</tbody>);
}
