/* One style for all pages: light, for A4, with breaks where a reader would turn the page. */
#include "cli/html.h"

#include <string.h>

static const char STYLE[] =
    "@page{size:A4;margin:15mm}\n"
    "*{box-sizing:border-box}\n"
    "body{max-width:180mm;margin:0 auto;color:#1b1f24;background:#fff;"
    "font:10.5pt/1.45 'DejaVu Sans','Noto Sans CJK SC','WenQuanYi Micro Hei',sans-serif}\n"
    "@media screen{body{padding:10mm 4mm}}\n"
    "h1{font-size:20pt;margin:0}\n"
    "h2{font-size:14pt;margin:5mm 0 1.5mm;break-after:avoid}\n"
    "h3{font-size:11.5pt;margin:5mm 0 1mm;break-after:avoid}\n"
    "p{margin:0 0 2mm}\n"
    "code,pre{font-family:'JetBrains Mono','DejaVu Sans Mono','Noto Sans CJK SC',"
    "'WenQuanYi Micro Hei',monospace;font-variant-ligatures:none}\n"
    "code{font-size:0.92em;overflow-wrap:anywhere}\n"
    "pre{font-size:7.5pt;line-height:1.3;white-space:pre-wrap;overflow-wrap:anywhere;margin:2mm 0;"
    "padding:2mm;border:0.3mm solid #c4c9d0}\n"
    ".short{break-inside:avoid}\n"
    ".listed{margin-bottom:0;break-after:avoid}\n"
    "figure{margin:2mm 0;break-inside:avoid}\n"
    ".asked{break-inside:avoid}\n" /* or, where a page is too short for that: */
    ".asked figure,.asked .see{break-after:avoid}\n"
    "figure svg{display:block;width:174mm;max-width:100%;height:auto;border:0.3mm solid #c4c9d0}\n"
    "figcaption,.facts,.see,.listed,footer{font-size:9pt;color:#50565f}\n"
    ".question,.answer{break-inside:avoid}\n"
    ".question,.card,.note{margin:2mm 0;padding:1mm 4mm;border-left:1.2mm solid #00695c}\n"
    ".card{border-color:#a34c00;break-inside:avoid}\n"
    ".card h2{margin-top:0}\n"
    ".note{border-color:#7a8089;font-size:9.5pt}\n"
    ".reply{margin-top:3mm}\n"
    ".bar{display:flex;align-items:center;margin-top:3mm}\n"
    ".bar i{flex:1;height:5mm;margin:0 2mm;border:0.3mm solid #50565f}\n"
    ".answers{break-before:page}\n"
    "ol,ul{margin:0 0 2mm;padding-left:7mm}\n"
    "ol{list-style:upper-alpha}\n"
    "ol li::before{content:'\\2610\\00a0'}\n" /* a box to tick */
    "blockquote{margin:0 0 2mm;font-style:italic}\n"
    "footer{margin-top:6mm;break-inside:avoid}\n"
    "li{break-inside:avoid}\n";

static void put(TextOut *out, const char *text)
{
    text_out_bytes(out, text, strlen(text));
}

static void put_style(TextOut *out, const char *more)
{
    put(out, "<style>\n");
    put(out, STYLE);
    put(out, more);
    put(out, "</style>\n");
}

void html_begin(TextOut *out, Language language, const char *title)
{
    text_out_printf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n",
                    language == LANGUAGE_ZH ? "zh-Hans" : "en");
    put(out, "<meta name=\"viewport\" content=\"width=device-width\"/>\n");
    html_element(out, "title", title);
    put_style(out, "");
    put(out, "</head>\n<body>\n");
}

void html_style(TextOut *out)
{
    put_style(out, "html,body{height:auto;overflow:auto}\nbody{display:block}\n"
                   "body>:not(noscript){display:none!important}\n");
}

void html_end(TextOut *out)
{
    put(out, "</body>\n</html>\n");
}

void html_open(TextOut *out, const char *tag)
{
    put(out, "<");
    put(out, tag);
    put(out, ">");
}

void html_close(TextOut *out, const char *tag)
{
    put(out, "</");
    text_out_bytes(out, tag, strcspn(tag, " "));
    put(out, ">\n");
}

void html_element(TextOut *out, const char *tag, const char *text)
{
    html_open(out, tag);
    text_out_xml(out, text);
    html_close(out, tag);
}

void html_prose(TextOut *out, const char *tag, const char *prose)
{
    html_open(out, tag);
    for (const char *end; (end = strchr(prose, '`')) && strchr(end + 1, '`');) {
        size_t source = strcspn(end + 1, "`");
        text_out_xml(out, arena_text(out->arena, prose, (size_t)(end - prose)));
        put(out, "<code>");
        text_out_xml(out, arena_text(out->arena, end + 1, source));
        put(out, "</code>");
        prose = end + 1 + source + 1;
    }
    text_out_xml(out, prose);
    html_close(out, tag);
}

void html_source(TextOut *out, const char *tag, const char *text)
{
    html_open(out, tag);
    while (*text) {
        size_t length = strcspn(text, "\n");
        text_out_xml(out, arena_text(out->arena, text, length));
        put(out, "\n");
        text += length + (text[length] == '\n');
    }
    html_close(out, tag);
}
