"""Makes the extension for VS Code, a .vsix: a zip with a manifest. The same bytes at every build.

make.py OUT.vsix VERSION ROOT PAGE.html
"""
import json
import os
import sys

out, version, root, page = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "src/packages"))
import archive


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


package = read("src/vscode/package.json").replace("@VERSION@", version)
said = json.loads(package)
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">%s</Types>
""" % "".join('<Default Extension="%s" ContentType="%s"/>' % pair for pair in (
    (".html", "text/html"), (".js", "application/javascript"), (".json", "application/json"), (".md", "text/markdown"),
    (".txt", "text/plain"), (".vsixmanifest", "text/xml")))
MANIFEST = f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="{said["name"]}" Version="{version}" Publisher="{said["publisher"]}"/>
<DisplayName>{said["displayName"]}</DisplayName>
<Description xml:space="preserve">{said["description"]}</Description>
<Tags>{",".join(said["keywords"])}</Tags>
<Categories>{",".join(said["categories"])}</Categories>
<GalleryFlags>Public</GalleryFlags>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="{said["engines"]["vscode"]}"/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="ui,workspace"/>
</Properties>
<License>extension/LICENSE.txt</License>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
"""
with open(page, encoding="utf-8") as file:
    shown = file.read()
archive.write_zip(out, [(name, text.encode()) for name, text in (
    ("[Content_Types].xml", TYPES), ("extension.vsixmanifest", MANIFEST), ("extension/package.json", package),
    ("extension/extension.js", read("src/vscode/extension.js")), ("extension/README.md", read("src/vscode/README.md")),
    ("extension/LICENSE.txt", read("LICENSE")), ("extension/page.html", shown))])
